import type { Curve } from './key.ts'
import { type KeyPlace, readKeyPlace } from './key-place.ts'
import { type Custody, createKeyOpener } from './open-key.ts'
import { type VerifiedKey, verifiedKey } from './verified-key.ts'

/** A key that the policy names, what it must be, and for whose money. */
export type WantedKey = Readonly<{ key: string; curve: Curve; mode: 'live' | 'test' }>

/**
 * The keys that a policy names, by their name, from a file that says where each is:
 * `{"<name>": {"pkcs11": {"label": "…"}} | {"kms": {"key_id": "…"}} | "0x…"}`. A secret in the file itself is for test money only.
 */
export async function readKeys(
  text: string,
  wanted: readonly WantedKey[],
  custody: Custody = {},
): Promise<ReadonlyMap<string, VerifiedKey>> {
  const file: Readonly<Record<string, unknown>> = JSON.parse(text)
  const openKey = createKeyOpener(custody)
  const keys = new Map<string, VerifiedKey>()
  for (const { key: name, curve, mode } of wanted) {
    const place = placeOf(file, name)
    if (mode === 'live' && place.in === 'file') {
      throw new Error('keys in a file are for development: a live lane needs a key that cannot be copied')
    }
    const key = keys.get(name) ?? verifiedKey(await openKey(place, curve))
    if (key.curve !== curve) throw new Error(`the key ${name} is wanted of two curves`)
    keys.set(name, key)
  }
  return keys
}

function placeOf(file: Readonly<Record<string, unknown>>, name: string): KeyPlace {
  const place = Object.hasOwn(file, name) ? readKeyPlace(file[name]) : undefined
  if (place === undefined) {
    throw new Error(`the file of keys has no key ${name}: 32 bytes, or where in a module or service it is`)
  }
  return place
}
