import type { Random } from '../../fuzz/random.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Long enough that payers who came in the first weeks are bound in the last. */
export const PAYING_DAYS = 52
export const WORLD_DAYS = 56

/** People pay by day. The world begins at midnight in Lagos. */
export function drawPayingTime(random: Random, firstDay = 0, lastDay = PAYING_DAYS): number {
  return random.between(firstDay, lastDay - 1) * DAY + 7 * HOUR + random.below(14 * HOUR)
}

/** How long after the credit the claim comes; less than nothing when it comes before. Always in time to be found. */
export function drawClaimDelay(random: Random): number {
  const kind = random.below(100)
  if (kind < 78) return random.between(MINUTE, 20 * MINUTE)
  if (kind < 84) return random.between(20 * MINUTE, 3 * HOUR)
  if (kind < 87) return random.between(3 * HOUR, 60 * HOUR)
  if (kind < 96) return -random.between(MINUTE, HOUR)
  return -random.between(HOUR, 70 * HOUR)
}
