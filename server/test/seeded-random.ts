/** Returns the same numbers in every run, so that a failure can be reproduced. Fast and good enough for tests, never for secrets. */
export type SeededRandom = Readonly<{
  /** Returns an integer from 0 to below `bound`, which is at most 2^32. */
  below(bound: number): number
  pick<T>(values: ArrayLike<T>): T
  bytes(count: number): Uint8Array
}>

export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  // Mulberry32: one 32-bit state, a full period and well-mixed output.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (bound: number): number => Math.floor((next() / 2 ** 32) * bound)
  return {
    below,
    pick: <T>(values: ArrayLike<T>): T => values[below(values.length)] as T,
    bytes: (count) => Uint8Array.from({ length: count }, () => below(256)),
  }
}
