import type { Candidate, OpenCredit } from './open-credit.ts'

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

/** Made about when the credit was booked, or since: a payer claims about then. */
export function isNearInTime(credit: OpenCredit, claim: Candidate): boolean {
  return claim.acceptedAt.getTime() >= credit.bookedAt.getTime() - waitingTimes.claimBeforeCredit
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How long each thing is waited for before the next best reading of a credit is taken, in milliseconds. */
export const waitingTimes = {
  /** A payer may pay first and claim afterwards. */
  claimAfterCredit: 72 * HOUR_MS,
  /** The exact claim may still come before a credit counts as a part, too much, late, or somebody else's. */
  exactClaim: 30 * MINUTE_MS,
  /** Who pays too little or too much claims about then: an older claim is likelier one that was given up. */
  claimBeforeCredit: HOUR_MS,
  /** After this nothing is expected to come any more. */
  anyClaim: 24 * HOUR_MS,
  topUp: 48 * HOUR_MS,
  /** Money for a claim that ended longer ago than this is hardly meant for it. */
  latePayment: 72 * HOUR_MS,
  /** An amount of an expected payment is given to nobody else for so long after its end. */
  amountRests: 7 * 24 * HOUR_MS,
  /** No rule depends on two clocks that agree better. */
  clocksApart: 10 * MINUTE_MS,
} as const
