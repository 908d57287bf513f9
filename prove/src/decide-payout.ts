import type { SeenCase } from '@afara/stack/operators/employ-operators.ts'
import type { TruePayout } from '@afara/stack/simulators/payout-truth.ts'

// Before this time, the payer may be retrying the payment, and our copy of the account's ledger may be older than the payment.
const WAIT_SECONDS = 10
const OVER = new Set(['failed', 'reversed'])

/**
 * Decides a payment whose outcome the vendor does not report. The bank answers truthfully when it is asked in writing for the reference.
 */
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
