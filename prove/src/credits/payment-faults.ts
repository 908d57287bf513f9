import type { BankVendor } from '@afara/stack/simulators/bank-simulator.ts'

type PaymentFault = Readonly<{
  name: string
  /** Frequency relative to the other faults. */
  weight: number
  vendors?: readonly BankVendor[]
  seconds?: number
  /** A payment has at most one fault of a group. */
  group: string
}>

const HOUR = 3_600
const DAY = 24 * HOUR

/** Every fault of a payment in the simulator's catalogue. */
export const paymentFaults: readonly PaymentFault[] = [
  { name: 'hook_five_times', weight: 4, group: 'hook' },
  { name: 'hook_out_of_order', weight: 4, group: 'hook' },
  { name: 'hook_before_requery', weight: 4, group: 'lag' },
  { name: 'hook_after_72h', weight: 4, group: 'hook' },
  { name: 'hook_never', weight: 4, group: 'hook' },
  // Rare, because too many forgeries from an address shut out its genuine notifications for a while.
  { name: 'hook_bad_signature', weight: 1, group: 'hook' },
  { name: 'hook_replayed', weight: 4, group: 'hook' },
  { name: 'hook_old_key', weight: 1, group: 'hook' },
  { name: 'hook_two_payers', weight: 4, vendors: ['monnify'], group: 'parts' },
  { name: 'hook_wrong_amount', weight: 4, group: 'hook' },
  { name: 'payer_full', weight: 4, group: 'payer' },
  { name: 'payer_masked', weight: 4, group: 'payer' },
  { name: 'payer_blank', weight: 4, group: 'payer' },
  { name: 'payer_null', weight: 4, group: 'payer' },
  { name: 'session_missing', weight: 4, group: 'session' },
  { name: 'session_repeated', weight: 2, group: 'session' },
  { name: 'session_odd', weight: 4, group: 'session' },
  { name: 'twin_payment', weight: 4, group: 'parts' },
  { name: 'value_date_later', weight: 4, group: 'date' },
  { name: 'settled_less', weight: 6, group: 'fee' },
  { name: 'narration_other_bank', weight: 4, group: 'narration' },
  { name: 'narration_told', weight: 4, vendors: ['monnify'], group: 'narration' },
  { name: 'narration_blank', weight: 4, group: 'narration' },
  { name: 'narration_coded', weight: 4, group: 'narration' },
  { name: 'narration_hostile', weight: 4, group: 'narration' },
  { name: 'reversed_soon', weight: 3, seconds: 120, group: 'undone' },
  { name: 'recalled_later', weight: 3, seconds: 40 * HOUR, group: 'undone' },
  // Each of these payments freezes the account until operators unfreeze it.
  { name: 'own_payout_returned', weight: 1, group: 'undone' },
  { name: 'stamp_duty_line', weight: 3, group: 'charge' },
  { name: 'charge_line', weight: 3, group: 'charge' },
  { name: 'vat_line', weight: 3, group: 'charge' },
  { name: 'underpaid', weight: 3, group: 'amount' },
  { name: 'overpaid', weight: 3, group: 'amount' },
  { name: 'split', weight: 3, group: 'parts' },
  { name: 'third_party', weight: 3, group: 'payer' },
  { name: 'wrong_account', weight: 2, vendors: ['monnify', 'paystack'], group: 'place' },
  { name: 'retired_account', weight: 2, group: 'place' },
  { name: 'at_midnight', weight: 3, group: 'date' },
  { name: 'requery_late', weight: 4, group: 'lag' },
  { name: 'feed_row_in_past', weight: 4, seconds: DAY / 2, group: 'lag' },
]

/**
 * Groups that cannot be combined. A reversal is found by its session id, and the vendor dates it by the machine's clock, which is days
 * ahead of the bank's here. A fee for several payers, or for a payment that no feed reported, is unknown to everyone.
 */
const apart: ReadonlyArray<readonly [string, string]> = [
  ['undone', 'session'],
  ['undone', 'parts'],
  ['undone', 'narration'],
  ['fee', 'parts'],
  ['fee', 'session'],
]

const feeless = new Set(['hook_never', 'hook_bad_signature', 'hook_old_key'])

export function goTogether(one: PaymentFault, other: PaymentFault): boolean {
  if (one.group === other.group) return false
  const isApart = apart.some(
    ([a, b]) => (one.group === a && other.group === b) || (one.group === b && other.group === a),
  )
  const losesFee = (a: PaymentFault, b: PaymentFault) => a.group === 'fee' && feeless.has(b.name)
  return !isApart && !losesFee(one, other) && !losesFee(other, one)
}

export type { PaymentFault }
