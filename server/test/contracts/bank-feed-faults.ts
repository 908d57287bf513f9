/** Expected result of a payment with a fault: by notification, by re-read, and by list if the vendor has one. */
export type PaymentFault = Readonly<{
  fault: string
  /** Set if the immediate notification is forged, or if none is sent. */
  notified?: 'forged' | 'never'
  /** Number of immediate notifications. Default: one. */
  copies?: number
  /** Result of the first re-read. Default: `found`. */
  first?: 'not_found'
  /** Seconds that must then pass on the vendor's clock. */
  seconds?: number
  /** True if no notification follows later either. */
  isNeverHinted?: true
  /** Number of credits in the end, and of those that were taken back. */
  credits?: number
  takenBack?: number
}>

/** Every fault of a payment that the simulator has. */
export const paymentFaults: readonly PaymentFault[] = [
  { fault: 'hook_five_times', copies: 5 },
  { fault: 'hook_out_of_order', notified: 'never', seconds: 3600 },
  { fault: 'hook_before_requery', first: 'not_found', seconds: 30 },
  { fault: 'hook_after_72h', notified: 'never', seconds: 72 * 3600 },
  { fault: 'hook_never', notified: 'never', isNeverHinted: true },
  { fault: 'hook_bad_signature', notified: 'forged', isNeverHinted: true },
  { fault: 'hook_replayed', seconds: 86_400 },
  { fault: 'hook_old_key' },
  { fault: 'hook_two_payers', credits: 2 },
  { fault: 'hook_wrong_amount' },
  { fault: 'payer_full' },
  { fault: 'payer_masked' },
  { fault: 'payer_blank' },
  { fault: 'payer_null' },
  { fault: 'session_missing' },
  { fault: 'session_repeated' },
  { fault: 'session_odd' },
  { fault: 'twin_payment', copies: 2, credits: 2 },
  { fault: 'value_date_later' },
  { fault: 'settled_less' },
  { fault: 'narration_other_bank' },
  { fault: 'narration_told' },
  { fault: 'narration_blank' },
  { fault: 'narration_coded' },
  { fault: 'narration_hostile' },
  { fault: 'reversed_soon', seconds: 120, takenBack: 1 },
  { fault: 'recalled_later', seconds: 864_000, takenBack: 1 },
  { fault: 'own_payout_returned' },
  { fault: 'stamp_duty_line' },
  { fault: 'charge_line' },
  { fault: 'vat_line' },
  { fault: 'underpaid' },
  { fault: 'overpaid' },
  { fault: 'split', copies: 2, credits: 2 },
  { fault: 'third_party' },
  { fault: 'wrong_account' },
  { fault: 'retired_account' },
  { fault: 'booked_before' },
  { fault: 'at_midnight', notified: 'never', seconds: 86_400 },
  { fault: 'requery_late', first: 'not_found', seconds: 30 },
  { fault: 'feed_row_in_past', seconds: 3600 },
]

/** Describes the result for one payment: lines, unreadable lines, or the reason for none. */
type Told = RegExp

const aLine = /^a line$/
const nothing = /^nothing$/
const notFound = /^not found$/
export const anUnreadableLine = /^an unreadable line$/

/** Faults while the vendor answers, with the expected results of the re-read and the list. */
export type AnswerFault = Readonly<{ fault: string; reread: Told; list: Told; aheadSeconds?: number }>

const broken: ReadonlyArray<readonly [kind: string, why: RegExp]> = [
  ['timeout', /^unavailable: no complete response within/],
  ['reset', /^unavailable: the connection failed/],
  ['502', /^unavailable: the vendor answered 502/],
  ['html', /^unavailable: the server answered with text\/html, not JSON/],
  ['half_json', /^unavailable: the connection failed/],
  ['huge', /^unavailable: the response is larger than/],
  ['dribble', /^unavailable: no complete response within/],
  ['429', /^unavailable: the vendor answered 429/],
]

export const answerFaults: readonly AnswerFault[] = [
  { fault: 'feed_gap', reread: aLine, list: nothing },
  { fault: 'feed_page_repeats', reread: aLine, list: aLine },
  { fault: 'feed_down', reread: aLine, list: /^unavailable: the vendor answered 503/ },
  { fault: 'hooks_down', reread: aLine, list: aLine },
  { fault: 'clock_skew', reread: aLine, list: aLine, aheadSeconds: 600 },
  { fault: 'zone_lost', reread: aLine, list: aLine },
  { fault: 'old_dates', reread: aLine, list: aLine },
  { fault: 'requery_pending', reread: notFound, list: aLine },
  ...broken.map(([kind, why]) => ({ fault: `requery_${kind}`, reread: why, list: aLine }) as const),
  ...broken.map(([kind, why]) => ({ fault: `feed_${kind}`, reread: aLine, list: why }) as const),
]

/** For a vendor whose list has no payers: each row needs a requery. */
export const listNeedsRequery: Readonly<Record<string, Partial<AnswerFault>>> = {
  requery_pending: { list: nothing },
  ...Object.fromEntries(broken.map(([kind, why]) => [`requery_${kind}`, { list: why }])),
}
