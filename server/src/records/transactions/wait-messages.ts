/** Reason why a transaction waits, as its business sees it. */
export type WaitCode =
  | 'network_paused'
  | 'payouts_paused'
  | 'business_suspended'
  | 'awaiting_settlement'
  | 'on_hold_by_us'
  | 'late'

/** Messages for the business. They never reveal why we stopped something. */
export const waitMessages: Readonly<Record<WaitCode, string>> = {
  network_paused: 'We paused transfers on this network. Delivery continues when we resume.',
  payouts_paused: 'We paused payouts from this account. The payout continues when we resume.',
  business_suspended: 'Your business is suspended. Contact us.',
  awaiting_settlement:
    'The payment has arrived at a partner that pays us on the next working day. We deliver when it does.',
  on_hold_by_us: 'We paused this transaction. It continues when the pause ends.',
  late: 'This transaction is taking longer than usual. An operator is working on it.',
}
