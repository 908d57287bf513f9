import type { BankDesk, FaultRule } from '@afara/stack/simulators/bank-desk.ts'
import type { Sale } from './sale.ts'

// Percentage of the calls of a kind: accepted or lost without an answer, refused, failed, or late.
const everywhere: ReadonlyArray<readonly [string, number, Partial<FaultRule>?]> = [
  ['accept_then_reset', 3],
  ['accept_then_502', 3],
  ['accept_then_html', 2],
  ['accept_then_half_body', 2],
  ['accept_then_code', 2],
  ['refuse_before_create', 3],
  ['balance_too_low', 2],
  ['payout_fails', 4],
  ['pending_for', 3, { seconds: 12 }],
  ['requery_lags', 3, { seconds: 8 }],
  ['payout_line_late', 3, { seconds: 6 }],
  ['payout_hook_duplicate', 4],
  ['payout_hook_out_of_order', 4],
  ['payout_hook_never', 4],
  ['payout_hook_bad_signature', 1],
  ['requery_lies_pending', 8],
  ['payout_requery_reset', 6],
  ['payout_requery_502', 6],
  ['payout_requery_html', 5],
  ['payout_requery_half_json', 5],
  ['name_reset', 4],
  ['name_502', 4],
  ['name_unavailable', 4],
  ['name_reordered', 5],
  ['name_spaced', 5],
  ['name_truncated', 3],
  ['payout_feed_reset', 8],
  ['payout_feed_502', 8],
  ['payout_feed_html', 7],
  ['payout_feed_half_json', 7],
]

// Faults that take long or need an operator. They are only for a large run.
const atLength: ReadonlyArray<readonly [string, number, Partial<FaultRule>?]> = [
  ['accept_then_timeout', 0.5],
  ['lost_then_timeout', 0.3],
  ['lost_then_reset', 2],
  ['lost_then_502', 2],
  ['rate_limited', 1],
  ['slow', 1, { seconds: 3 }],
  ['duplicate_reference_404', 50, { vendor: 'paystack' }],
  ['failed_then_success', 1, { seconds: 20 }],
  ['money_back_late', 20, { seconds: 10 }],
  ['payout_requery_timeout', 0.3],
  ['payout_requery_dribble', 0.3],
  ['payout_feed_timeout', 1],
]

// A short run divides the delays by this number.
const SHORTER = 3

export const bankFaults = (isLarge: boolean) => (isLarge ? [...everywhere, ...atLength] : everywhere)

/** Makes about three of ten calls to the bank fail from now on. */
export async function beginBankTrouble(desk: BankDesk, isLarge: boolean): Promise<void> {
  for (const [fault, ofHundred, more] of bankFaults(isLarge)) {
    const delay =
      more?.seconds !== undefined && !isLarge ? { seconds: Math.ceil(more.seconds / SHORTER) } : {}
    await desk.setFault({ fault, probability: ofHundred / 100, ...more, ...delay })
  }
}

// Number of faults to set at a time, of those that have not occurred yet.
const ARMED_AT_ONCE = 3

/**
 * Makes sure that chance leaves no fault out. Each call sets a few faults that have not occurred yet, for the next calls that they apply
 * to.
 */
export function armInTurn(desk: BankDesk, isLarge: boolean): () => Promise<void> {
  const armed = new Set<string>()
  return async () => {
    const { struck } = await desk.state()
    const left = bankFaults(isLarge).filter(([fault]) => (struck[fault] ?? 0) === 0 && !armed.has(fault))
    for (const [fault, , more] of left.slice(0, ARMED_AT_ONCE)) {
      await desk.setFault({ fault, times: 1, ...more })
      armed.add(fault)
    }
  }
}

/** Ends all faults of the bank except those that are set for single customers. */
export async function endBankTrouble(desk: BankDesk): Promise<void> {
  for (const { id, number } of await desk.rules()) if (number === undefined) await desk.endFault(id)
}

// Soon enough for a run.
const REVERSED_AFTER_SECONDS = 15

/** Sets the fault of this sale at the bank: once, and for no other customer. */
export async function armFault(desk: BankDesk, { fault, payee }: Sale): Promise<void> {
  if (fault === null) return
  const later = fault === 'success_then_reversed' ? { seconds: REVERSED_AFTER_SECONDS } : {}
  await desk.setFault({ fault, number: payee.number, times: 1, ...later })
}
