import { randomInt } from 'node:crypto'

const WIDTH = 3
const SEED = [randomInt(2 ** 32), randomInt(2 ** 32)] as const
// The hash of the current name, as two numbers. These variables are reused, because a new array for each name would cost more than the
// hash.
let high = 0
let low = 0

/**
 * Numbers by name, in about twenty bytes per name, whatever its length. Names are distinguished by a 64-bit hash. Its seed is random for
 * each process, so that no outsider can choose two names that collide.
 */
export function createFingerprints() {
  let slots = 1 << 10
  let table = new Uint32Array(slots * WIDTH)
  let size = 0

  const placeOf = (high: number, low: number): number => {
    for (let slot = low & (slots - 1); ; slot = (slot + 1) & (slots - 1)) {
      const place = slot * WIDTH
      if (table[place + 2] === 0 || (table[place] === high && table[place + 1] === low)) return place
    }
  }
  const put = (high: number, low: number, value: number): number => {
    const place = placeOf(high, low)
    const before = table[place + 2] ?? 0
    if (before === 0) size += 1
    table[place] = high
    table[place + 1] = low
    table[place + 2] = value
    return before
  }
  const grow = (): void => {
    const old = table
    slots *= 2
    size = 0
    table = new Uint32Array(slots * WIDTH)
    for (let place = 0; place < old.length; place += WIDTH) {
      const value = old[place + 2] ?? 0
      if (value !== 0) put(old[place] ?? 0, old[place + 1] ?? 0, value)
    }
  }
  return {
    /** Returns 0 if the name has no number. */
    get(name: string): number {
      hashInto(name)
      return table[placeOf(high, low) + 2] ?? 0
    },
    /** Sets the number of a name and returns the previous one. */
    set(name: string, value: number): number {
      if (size * 2 >= slots) grow()
      hashInto(name)
      return put(high, low, value)
    },
  }
}

/** Multiplies and mixes two states over each character, starting at the seed, and combines them at the end. */
function hashInto(name: string): void {
  let one = SEED[0]
  let two = SEED[1]
  for (let place = 0; place < name.length; place += 1) {
    const code = name.charCodeAt(place)
    one = Math.imul(one ^ code, 0x9e3779b1)
    two = Math.imul(two ^ code, 0x5f356495)
    one ^= two >>> 15
    two ^= one >>> 13
  }
  one = Math.imul(one ^ (one >>> 16), 0x85ebca77) ^ Math.imul(two ^ (two >>> 13), 0xc2b2ae3d)
  two = Math.imul(two ^ (two >>> 16), 0x85ebca77) ^ Math.imul(one ^ (one >>> 13), 0xc2b2ae3d)
  high = one >>> 0
  low = two >>> 0
}

/** One number for each record; 0 if none was set. Takes eight bytes per number and no object. */
export function createNumberColumn() {
  let values = new Float64Array(1024)
  return {
    get: (n: number): number => values[n] ?? 0,
    set(n: number, value: number): void {
      if (n >= values.length) {
        const larger = new Float64Array(Math.max(n + 1, values.length * 2))
        larger.set(values)
        values = larger
      }
      values[n] = value
    },
  }
}
