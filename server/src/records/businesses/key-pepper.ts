import { createHmac } from 'node:crypto'

/** Secrets that only the processes hold, by version. The highest signs; all are tried, so that a change overlaps. */
export type Peppers = ReadonlyMap<number, Buffer>

export type KeyHmac = Readonly<{ hmac: Buffer; pepperVersion: number }>

/** What is stored of a new key. */
export function newestHmac(key: string, peppers: Peppers): KeyHmac {
  const pepperVersion = Math.max(...peppers.keys())
  const pepper = peppers.get(pepperVersion)
  if (pepper === undefined) throw new Error('no pepper is configured')
  return { hmac: keyedHash(key, pepper), pepperVersion }
}

/**
 * What a key may be stored as. The look-up goes by index on these and needs no constant time: without the pepper
 * nobody can choose a key by the beginning of its hash.
 */
export function possibleHmacs(key: string, peppers: Peppers): Buffer[] {
  return [...peppers.values()].map((pepper) => keyedHash(key, pepper))
}

function keyedHash(key: string, pepper: Buffer): Buffer {
  return createHmac('sha256', pepper).update(key).digest()
}
