/** Random values that depend on the seed and the key of the draw, never on earlier draws. */
export type Draw = Readonly<{
  fraction(...key: DrawKey): number
  /** Returns a whole number from 0 up to, but not including, `end`. */
  below(end: number, ...key: DrawKey): number
  digits(count: number, ...key: DrawKey): string
  pick<T>(list: readonly [T, ...T[]], ...key: DrawKey): T
}>

type DrawKey = ReadonlyArray<string | number>

export function createDraw(seed: string): Draw {
  const fraction = (...key: DrawKey) => hash53(`${seed}|${key.join('|')}`) / 2 ** 53
  const below = (end: number, ...key: DrawKey) => Math.floor(fraction(...key) * end)
  return {
    fraction,
    below,
    digits: (count, ...key) => {
      let text = ''
      for (let part = 0; text.length < count; part += 1) {
        text += String(below(1_000_000, 'digits', part, ...key)).padStart(6, '0')
      }
      return text.slice(0, count)
    },
    pick: (list, ...key) => list[below(list.length, ...key)] ?? list[0],
  }
}

/** Two states of multiply and xor, as in the public-domain cyrb53: 53 evenly distributed bits, fast, not cryptographic. */
function hash53(text: string): number {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    high = Math.imul(high ^ code, 2_654_435_761)
    low = Math.imul(low ^ code, 1_597_334_677)
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return 2 ** 32 * (2_097_151 & low) + (high >>> 0)
}
