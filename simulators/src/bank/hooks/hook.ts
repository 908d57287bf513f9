import type { Vendor } from '../vendor.ts'

/** One notification about one transaction, with its outcome. */
export type Hook = Readonly<{
  id: string
  seq: number
  vendor: Vendor
  /** The vendor's id of the transaction. */
  reference: string
  account: string
  /** For a payout: its id and the reported outcome. `reference` is then the merchant's reference. */
  payout?: Readonly<{ id: string; event: 'success' | 'failed' | 'reversed' }>
  /** Time on the simulator's clock. */
  dueAt: number
  attempts: number
  /**
   * `held`: waits until a later notification was sent. `kept`: is sent only on request. `rejected`: the receiver answered Providus with a
   * rejection. `given_up`: the retry schedule ended.
   */
  state: 'waiting' | 'held' | 'kept' | 'delivered' | 'rejected' | 'given_up'
  /** Bytes and headers to send again unchanged. */
  replay?: Readonly<{ body: string; headers: Record<string, string> }>
}>

/** Notifications of one channel have the same URL. Only notifications of the same channel can be out of order. */
export function channelOf({ vendor, account, payout }: Pick<Hook, 'vendor' | 'account' | 'payout'>): string {
  return payout === undefined ? vendor : `payouts/${account}`
}
