import { isLive } from './claim-timing.ts'
import type { Weighed } from './evidence.ts'
import type { Allocation, Candidate, Ground, OpenCredit } from './open-credit.ts'

/** So much of a credit for a claim, with the event that it is for the buy. */
export function allocate(
  credit: OpenCredit,
  { claim, evidence }: Weighed,
  amountMinor: bigint,
  ground: Ground,
): Allocation {
  if (evidence === null) throw new TypeError('nothing is allocated without evidence')
  const { transactionId, businessId } = claim
  const event = eventOf(claim, amountMinor)
  return { lineId: credit.lineId, transactionId, businessId, amountMinor, event, evidence, ground }
}

function eventOf(claim: Candidate, amountMinor: bigint): Allocation['event'] {
  if (!isLive(claim)) return 'late_credit'
  if (amountMinor < claim.leftMinor) return 'paid_in_part'
  return claim.status === 'part_paid' ? 'topped_up' : 'paid_in_full'
}
