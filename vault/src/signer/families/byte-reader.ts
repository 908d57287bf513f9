import { Refused } from '../answers.ts'

/** Reads bytes in order, and never beyond the end. Throws Malformed. */
export type ByteReader = Readonly<{
  take(size: number): Uint8Array
  byte(): number
  /** Reads a whole number of `size` bytes: `low` reads the lowest byte first, `high` the highest. */
  low(size: number): bigint
  high(size: number): bigint
  /** The position of the next byte. */
  place(): number
  requireEnd(): void
}>

/** The bytes are not a transaction that we sign. The message says why. */
export class Malformed extends Error {
  override name = 'Malformed'
}

/** Turns Malformed into Refused. */
export function refuseMalformed<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof Malformed ? new Refused('malformed', error.message) : error
  }
}

export function createByteReader(bytes: Uint8Array): ByteReader {
  let at = 0
  const take = (size: number): Uint8Array => {
    if (size > bytes.length - at) throw new Malformed('the transaction ends too early')
    at += size
    return bytes.subarray(at - size, at)
  }
  const high = (size: number): bigint => numberOf(take(size))
  return {
    take,
    byte: () => Number(high(1)),
    low: (size) => numberOf(take(size).toReversed()),
    high,
    place: () => at,
    requireEnd: () => {
      if (at !== bytes.length) throw new Malformed('the transaction has bytes after its end')
    },
  }
}

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}
