import type { Random } from './fuzz/random.ts'

// It has no divisor in common with 100, and is near the golden section of it: any few in a row are spread over the whole.
const STRIDE = 61

/**
 * For each number in turn one of the choices, in their shares of a hundred. They hold for forty customers as for thousands: left to
 * chance, one short run in ten would have so many who never pay that it could not be judged.
 */
export function drawShares<T>(
  random: Random,
  shares: ReadonlyArray<readonly [T, number]>,
): (number: number) => T {
  const hundred = shares.flatMap(([choice, share]) => Array.from({ length: share }, () => choice))
  if (hundred.length !== 100) throw new Error(`the shares come to ${hundred.length}, not to 100`)
  const start = random.below(100)
  return (number) => hundred[(start + number * STRIDE) % 100] as T
}
