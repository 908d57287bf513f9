import type { Random } from './fuzz/random.ts'

// Coprime with 100 and close to its golden section, so any few numbers in a row are spread over the whole hundred.
const STRIDE = 61

/**
 * Returns a function that gives each number one of the choices, in their shares of a hundred. The shares hold for forty customers as well
 * as for thousands. If the choice were random, one short run in ten would have too many customers who never pay to be judged.
 */
export function drawShares<T>(
  random: Random,
  shares: ReadonlyArray<readonly [T, number]>,
): (number: number) => T {
  const hundred = shares.flatMap(([choice, share]) => Array.from({ length: share }, () => choice))
  if (hundred.length !== 100) throw new Error(`the shares add up to ${hundred.length} instead of 100`)
  const start = random.below(100)
  return (number) => hundred[(start + number * STRIDE) % 100] as T
}
