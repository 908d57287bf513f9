import type { Candidate, OpenCredit } from './open-credit.ts'
import { waitingTimes } from './waiting-times.ts'

/**
 * How a credit lies to the life of a claim. `stale`: booked long before the claim was made. `in_time`. `ending`: booked after
 * the end of a claim that is about to be ended. `late`: the claim ended, but not long ago. `past`: it ended too long ago to matter.
 */
export type Timing = 'stale' | 'in_time' | 'ending' | 'late' | 'past'

export function claimTiming(credit: OpenCredit, claim: Candidate): Timing {
  const bookedAt = credit.bookedAt.getTime()
  const expiresAt = claim.expiresAt.getTime()
  const stillMeansIt = claim.expected === null ? waitingTimes.latePayment : waitingTimes.amountRests
  if (bookedAt > expiresAt + stillMeansIt) return isLive(claim) ? 'ending' : 'past'
  if (bookedAt < claim.acceptedAt.getTime() - waitingTimes.claimAfterCredit) return 'stale'
  if (!isLive(claim)) return 'late'
  const endsAt = claim.status === 'part_paid' ? expiresAt + waitingTimes.topUp : expiresAt
  return bookedAt <= endsAt ? 'in_time' : 'ending'
}

export function isLive(claim: Candidate): boolean {
  return claim.status === 'pending_payment' || claim.status === 'part_paid'
}

/** Made about when the credit was booked, or since: whoever pays claims about then. */
export function isNearInTime(credit: OpenCredit, claim: Candidate): boolean {
  return claim.acceptedAt.getTime() >= credit.bookedAt.getTime() - waitingTimes.claimBeforeCredit
}
