import { hash } from 'node:crypto'

/**
 * Numbers by name, in sixteen bytes or so a name however long it is. Names are told apart by 64 bits of their hash: should two ever
 * fall together, something is refused that need not be.
 */
export type Fingerprints = Readonly<{
  /** 0 when there is none. */
  get(name: string): number
  set(name: string, value: number): void
}>

const WIDTH = 3

export function createFingerprints(): Fingerprints {
  let slots = 1 << 10
  let table = new Uint32Array(slots * WIDTH)
  let size = 0

  const placeOf = (high: number, low: number): number => {
    for (let slot = low & (slots - 1); ; slot = (slot + 1) & (slots - 1)) {
      const place = slot * WIDTH
      if (table[place + 2] === 0 || (table[place] === high && table[place + 1] === low)) return place
    }
  }
  const put = (high: number, low: number, value: number): void => {
    const place = placeOf(high, low)
    if (table[place + 2] === 0) size += 1
    table.set([high, low, value], place)
  }
  const grow = (): void => {
    const old = table
    slots *= 2
    size = 0
    table = new Uint32Array(slots * WIDTH)
    for (let place = 0; place < old.length; place += WIDTH) {
      const [high = 0, low = 0, value = 0] = old.subarray(place, place + WIDTH)
      if (value !== 0) put(high, low, value)
    }
  }
  return {
    get(name) {
      const [high, low] = fingerprint(name)
      return table[placeOf(high, low) + 2] ?? 0
    },
    set(name, value) {
      if (size * 2 >= slots) grow()
      const [high, low] = fingerprint(name)
      put(high, low, value)
    },
  }
}

function fingerprint(name: string): readonly [high: number, low: number] {
  const sum = hash('sha256', name, 'buffer')
  return [sum.readUInt32LE(0), sum.readUInt32LE(4)]
}
