const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** How long each thing is waited for before the next best reading of a credit is taken, in milliseconds. */
export const waitingTimes = {
  /** A payer may pay first and claim afterwards. */
  claimAfterCredit: 72 * HOUR,
  /** The exact claim may still come before a credit counts as a part, too much, late, or somebody else's. */
  exactClaim: 30 * MINUTE,
  /** Who pays too little or too much claims about then: an older claim is likelier one that was given up. */
  claimBeforeCredit: HOUR,
  /** After this nothing is expected to come any more. */
  anyClaim: 24 * HOUR,
  topUp: 48 * HOUR,
  /** Money for a claim that ended longer ago than this is hardly meant for it. */
  latePayment: 72 * HOUR,
  /** An amount of an expected payment is given to nobody else for so long after its end. */
  amountRests: 7 * 24 * HOUR,
  /** No rule depends on two clocks that agree better. */
  clocksApart: 10 * MINUTE,
} as const
