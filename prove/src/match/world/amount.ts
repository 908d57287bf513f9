import type { Random } from '../../fuzz/random.ts'

export const roundNaira = [
  15_000, 20_000, 25_000, 30_000, 40_000, 50_000, 75_000, 100_000, 150_000, 200_000, 250_000, 500_000,
]

/** Returns an amount in kobo. Half of the amounts are round, so many open claims have the same amount. */
export function drawAmountMinor(random: Random): bigint {
  const kind = random.below(100)
  if (kind < 50) return BigInt(random.pick(roundNaira)) * 100n
  if (kind < 85) return BigInt(random.between(150, 6_000)) * 100_00n
  return BigInt(random.between(15_000_00, 900_000_00))
}
