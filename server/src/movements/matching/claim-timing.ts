import type { Candidate, OpenCredit } from './open-credit.ts'

/**
 * When a credit was booked relative to its claim. `stale`: long before the claim was made. `in_time`. `ending`: after the expiry of a claim
 * that is about to end. `late`: the claim has ended recently. `past`: the claim ended too long ago to matter.
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

/** Returns whether the claim was made shortly before the credit was booked, or after it. Payers claim at about that time. */
export function isNearInTime(credit: OpenCredit, claim: Candidate): boolean {
  return claim.acceptedAt.getTime() >= credit.bookedAt.getTime() - waitingTimes.claimBeforeCredit
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Time limits of the matching rules, in milliseconds. */
export const waitingTimes = {
  /** A payer may pay first and claim up to this much later. */
  claimAfterCredit: 72 * HOUR_MS,
  /**
   * Where nobody claims later, this is time enough for a business that names the payer of a payment which looks like one for a pay link.
   * match_candidates reads no claims of about the same amount before.
   */
  promptClaim: 8 * MINUTE_MS,
  /** A claim that came later than `promptClaim` counts for this long. */
  lateClaimsRemembered: 30 * 24 * HOUR_MS,
  /** Time for the exact claim to arrive. Only after it does a credit count as partial, too much, late or a third party's. */
  exactClaim: 30 * MINUTE_MS,
  /**
   * A payer who pays too little or too much claims at about the time of the payment. A claim that is older by more than this was probably
   * abandoned.
   */
  claimBeforeCredit: HOUR_MS,
  /** No claim is expected after this. */
  anyClaim: 24 * HOUR_MS,
  topUp: 48 * HOUR_MS,
  /** A payment for a claim that ended longer ago than this is probably not meant for it. */
  latePayment: 72 * HOUR_MS,
  /** The amount of an expected payment is given to no other payer for this long after its end. */
  amountRests: 7 * 24 * HOUR_MS,
  /** Maximum difference between two clocks that every rule tolerates. */
  clocksApart: 10 * MINUTE_MS,
} as const
