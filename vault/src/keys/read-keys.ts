import { fromHex } from '../bytes/hex.ts'
import type { Curve, Key } from './key.ts'
import { createLocalKey } from './local-key.ts'
import { type VerifiedKey, verifiedKey } from './verified-key.ts'

/** A key that the policy names, what it must be, and for whose money. */
export type WantedKey = Readonly<{ key: string; curve: Curve; mode: 'live' | 'test' }>

/** The keys that a policy names, by their name, from a file `{"<name>": "0x…"}`. Keys in a file are for test money only. */
export async function readKeys(
  text: string,
  wanted: readonly WantedKey[],
): Promise<ReadonlyMap<string, VerifiedKey>> {
  const places: Readonly<Record<string, unknown>> = JSON.parse(text)
  const keys = new Map<string, VerifiedKey>()
  for (const each of wanted) {
    const { key: name, curve } = each
    const known = keys.get(name)
    const key = known ?? verifiedKey(openKey(each, Object.hasOwn(places, name) ? places[name] : undefined))
    if (key.curve !== curve) throw new Error(`the key ${name} is wanted of two curves`)
    if (each.mode === 'live' && typeof places[name] === 'string') refuseFile()
    keys.set(name, key)
  }
  return keys
}

function openKey({ key: name, curve, mode }: WantedKey, place: unknown): Key {
  const secret = typeof place === 'string' ? fromHex(place) : undefined
  if (secret?.length !== 32) throw new Error(`the file of keys has no key ${name} of 32 bytes`)
  if (mode === 'live') refuseFile()
  return createLocalKey(secret, curve)
}

function refuseFile(): never {
  throw new Error('keys in a file are for development: a live lane needs a key that cannot be copied')
}
