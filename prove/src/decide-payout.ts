import type { SeenCase } from './buy/operators.ts'
import type { TruePayout } from './credits/payout-truth.ts'

// A payer may still be sending it again, and its account's ledger may not have been read since.
const WAIT_SECONDS = 10
const OVER = new Set(['failed', 'reversed'])

/** The outcome of a payment that the vendor does not report: asked in writing, by its reference, the bank says the truth. */
export function decidePayout(
  { facts, ageSeconds }: Pick<SeenCase, 'facts' | 'ageSeconds'>,
  payouts: readonly TruePayout[],
): Readonly<{ action: 'was_paid' | 'not_paid' }> | undefined {
  const payout = payouts.find(({ reference }) => reference === facts.reference)
  if (payout !== undefined && payout.arrivedMinor.length > 0) return { action: 'was_paid' }
  const isNotPaid =
    payout === undefined || (OVER.has(payout.status) && payout.returnedMinor === payout.debitedMinor)
  return isNotPaid && ageSeconds > WAIT_SECONDS ? { action: 'not_paid' } : undefined
}
