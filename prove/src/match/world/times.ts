import type { Random } from '../../fuzz/random.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Long enough that payers of the first weeks are bound to their business in the last. */
const PAYING_DAYS = 52
export const WORLD_DAYS = 56
const DAYTIME_HOURS = 14
const PAYMENTS_AN_HOUR = 250
const LEAST_HOURS = 26

/**
 * Returns the hours in which people pay, in milliseconds since the world began at midnight in Lagos. A small world has few hours, spread
 * over the same weeks, so that as much happens at once as in a large one.
 */
export function payingHours(random: Random, payments: number, asked?: number): number[] {
  const needed = Math.max(Math.ceil(payments / PAYMENTS_AN_HOUR), LEAST_HOURS)
  const count = asked ?? Math.min(needed, PAYING_DAYS * DAYTIME_HOURS)
  return Array.from({ length: count }, (_, place) => {
    const day = Math.floor((place * PAYING_DAYS) / count)
    return day * DAY + (7 + random.below(DAYTIME_HOURS)) * HOUR
  })
}

/** Returns the time from the credit to its claim, which is negative if the claim comes first. Always within the allowed window. */
export function drawClaimDelay(random: Random): number {
  const kind = random.below(100)
  if (kind < 78) return random.between(MINUTE, 20 * MINUTE)
  if (kind < 84) return random.between(20 * MINUTE, 3 * HOUR)
  if (kind < 87) return random.between(3 * HOUR, 60 * HOUR)
  if (kind < 96) return -random.between(MINUTE, HOUR)
  return -random.between(HOUR, 70 * HOUR)
}
