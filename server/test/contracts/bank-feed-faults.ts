/** How a payment with a fault comes out, told by notification, by re-read, and by list where the vendor has one. */
export type PaymentFault = Readonly<{
  fault: string
  /** Of the notifications that come at once: `forged`, or none at all. */
  notified?: 'forged' | 'never'
  /** How often it is notified at once. */
  copies?: number
  /** What the re-read says at first; `found` if nothing is said. */
  first?: 'not_found'
  /** Then so long must pass on the vendor's clock. */
  seconds?: number
  /** How many credits there are in the end, and how many of them were taken back. */
  credits?: number
  takenBack?: number
  /** Whether the list has it before that time has passed. */
  isListedLate?: boolean
}>

/** Every fault of a payment that the simulator knows. */
export const paymentFaults: readonly PaymentFault[] = [
  { fault: 'hook_five_times', copies: 5 },
  { fault: 'hook_out_of_order', notified: 'never', seconds: 3600 },
  { fault: 'hook_before_requery', first: 'not_found', seconds: 30, isListedLate: true },
  { fault: 'hook_after_72h', notified: 'never', seconds: 72 * 3600 },
  { fault: 'hook_never', notified: 'never' },
  { fault: 'hook_bad_signature', notified: 'forged' },
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
  { fault: 'at_midnight', notified: 'never', seconds: 86_400, isListedLate: true },
  { fault: 'requery_late', first: 'not_found', seconds: 30 },
  { fault: 'feed_row_in_past', seconds: 3600, isListedLate: true },
]

/** Faults that stand while the vendor answers, and what the re-read and the list say under them. */
export type AnswerFault = Readonly<{
  fault: string
  reread: 'right' | 'ahead' | 'unreadable' | 'not_found' | RegExp
  list: 'right' | 'ahead' | 'unreadable' | 'nothing' | 'unavailable'
}>

const broken: ReadonlyArray<readonly [kind: string, why: RegExp]> = [
  ['timeout', /no whole answer within/],
  ['reset', /the connection failed/],
  ['502', /it answered 502/],
  ['html', /it answered text\/html, not JSON/],
  ['half_json', /the connection failed/],
  ['huge', /its answer is larger than/],
  ['dribble', /no whole answer within/],
  ['429', /it answered 429/],
]

export const answerFaults: readonly AnswerFault[] = [
  { fault: 'feed_gap', reread: 'right', list: 'nothing' },
  { fault: 'feed_page_repeats', reread: 'right', list: 'right' },
  { fault: 'feed_down', reread: 'right', list: 'unavailable' },
  { fault: 'hooks_down', reread: 'right', list: 'right' },
  { fault: 'clock_skew', reread: 'ahead', list: 'ahead' },
  { fault: 'zone_lost', reread: 'right', list: 'right' },
  { fault: 'old_dates', reread: 'right', list: 'right' },
  { fault: 'requery_pending', reread: 'not_found', list: 'right' },
  ...broken.map(([kind, why]) => ({ fault: `requery_${kind}`, reread: why, list: 'right' }) as const),
  ...broken.map(([kind]) => ({ fault: `feed_${kind}`, reread: 'right', list: 'unavailable' }) as const),
]
