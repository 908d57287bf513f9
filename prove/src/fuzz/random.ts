/** Random choices that depend only on the seed. */
export type Random = Readonly<{
  /** Returns a whole number from 0 to below `bound`. */
  below(bound: number): number
  /** Returns a whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  pick<T>(choices: readonly T[]): T
  /** Returns true once in this many calls, on average. */
  oneIn(times: number): boolean
  /** Returns `length` characters of the alphabet. */
  text(length: number, alphabet: string): string
  bytes(length: number): Buffer
}>

export const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
export const DIGITS = '0123456789'

/** Creates a generator (sfc32), which is small, fast, and good enough to shuffle requests. */
export function createRandom(...seeds: readonly number[]): Random {
  const state = new Uint32Array([0x9e3779b9, 0x243f6a88, 0xb7e15162, 1])
  for (const [place, seed] of seeds.entries()) {
    state[place % 3] = Math.imul((state[place % 3] ?? 0) ^ seed, 0x85ebca6b) + place
    stir(state)
  }
  for (let rounds = 0; rounds < 12; rounds += 1) stir(state)

  const below = (bound: number): number => Math.floor((stir(state) / 2 ** 32) * bound)
  const pick = <T>(choices: readonly T[]): T => {
    if (choices.length === 0) throw new Error('the list to choose from is empty')
    return choices[below(choices.length)] as T
  }
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    pick,
    oneIn: (times) => below(times) === 0,
    text: (length, alphabet) =>
      Array.from({ length }, () => alphabet.charAt(below(alphabet.length))).join(''),
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  }
}

function stir(state: Uint32Array): number {
  const [a = 0, b = 0, c = 0, d = 0] = state
  const sum = (a + b + d) >>> 0
  state[3] = d + 1
  state[0] = b ^ (b >>> 9)
  state[1] = c + (c << 3)
  state[2] = ((c << 21) | (c >>> 11)) + sum
  return sum
}
