import { fromHex } from '../../shared/bytes.ts'
import type { Policy } from '../policy.ts'
import type { Curve, Key } from './key.ts'
import { createLocalKey } from './local-key.ts'
import type { Pkcs11Settings, Token } from './pkcs11/token.ts'
import { type VerifiedKey, verifiedKey } from './verified-key.ts'

/** A key that the policy names, with the curve that it must have and its mode. */
export type WantedKey = Readonly<{ key: string; curve: Curve; mode: 'live' | 'test' }>

/** The location of a key. */
type KeyPlace =
  | Readonly<{ in: 'file'; secret: Uint8Array }>
  | Readonly<{ in: 'pkcs11'; label: string }>
  | Readonly<{ in: 'kms'; keyId: string }>

/** Settings for keys that are not in the file. */
type Custody = Readonly<{
  pkcs11?: Pkcs11Settings | undefined
  /** Replaces the AWS endpoint in tests. */
  kmsEndpoint?: string | undefined
  /** Called when a module's lost session was replaced by a new one. */
  reopened?: ((why: string) => void) | undefined
}>

/** Returns the keys that a policy names, by name. Throws if a key does not belong to its address. */
export async function readWalletKeys(
  text: string,
  { lanes, sweepers }: Pick<Policy, 'lanes' | 'sweepers'>,
  custody?: Custody,
): Promise<ReadonlyMap<string, VerifiedKey>> {
  const wanted = [...lanes, ...sweepers].flatMap(({ mode, family, chain }) =>
    chain.wallets.map((wallet) => ({ ...wallet, mode, family, curve: family.curve })),
  )
  const keys = await readKeys(text, wanted, custody)
  for (const { key: name, family, address } of wanted) {
    const key = keys.get(name)
    if (key === undefined || family.addressOf(key) !== address)
      throw new Error(`the key ${name} does not belong to ${address}`)
  }
  return keys
}

/**
 * Returns the keys that a policy names, by name. The file has the location of each:
 * `{"<name>": {"pkcs11": {"label": "…"}} | {"kms": {"key_id": "…"}} | "0x…"}`. A secret in the file itself is allowed in test mode only.
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
    const place = placeIn(file, name)
    if (mode === 'live' && place.in === 'file') {
      throw new Error(
        `the live key ${name} is a secret in the key file. Put it in a PKCS #11 module or in AWS KMS`,
      )
    }
    const key = keys.get(name) ?? verifiedKey(await openKey(place, curve))
    if (key.curve !== curve) throw new Error(`the policy uses the key ${name} with two curves`)
    keys.set(name, key)
  }
  return keys
}

function placeIn(file: Readonly<Record<string, unknown>>, name: string): KeyPlace {
  const place = Object.hasOwn(file, name) ? readKeyPlace(file[name]) : undefined
  if (place === undefined) {
    throw new Error(
      `the key file has no valid entry for ${name}. Add its 32 bytes, or its place in a PKCS #11 module or AWS KMS`,
    )
  }
  return place
}

/** Reads `"0x…"`, `{"pkcs11": {"label": "…"}}` or `{"kms": {"key_id": "…"}}`; undefined for anything else. */
function readKeyPlace(given: unknown): KeyPlace | undefined {
  if (typeof given === 'string') {
    const secret = fromHex(given)
    return secret?.length === 32 ? { in: 'file', secret } : undefined
  }
  const label = onlyText(onlyField(given, 'pkcs11'), 'label')
  if (label !== undefined) return { in: 'pkcs11', label }
  const keyId = onlyText(onlyField(given, 'kms'), 'key_id')
  return keyId === undefined ? undefined : { in: 'kms', keyId }
}

/**
 * Returns the field if it is the only one. Otherwise returns undefined, because a second field was meant for something and must not be
 * ignored.
 */
function onlyField(given: unknown, name: string): unknown {
  const [field, other] = Object.entries(given ?? {})
  return other === undefined && field?.[0] === name ? field[1] : undefined
}

function onlyText(given: unknown, name: string): string | undefined {
  const value = onlyField(given, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * Opens keys in any location. The code for a module or a service is loaded with the first such key, so it need not be installed if no key
 * uses it.
 */
function createKeyOpener(custody: Custody): (place: KeyPlace, curve: Curve) => Promise<Key> {
  const token = once(async () => openTokenOf(custody))
  const kms = once(async () => (await import('./kms-key.ts')).openKms(custody.kmsEndpoint))
  return async (place, curve) => {
    if (place.in === 'file') return createLocalKey(place.secret, curve)
    if (place.in === 'pkcs11') {
      const { createPkcs11Key } = await import('./pkcs11/pkcs11-key.ts')
      return createPkcs11Key(await token(), place.label, curve)
    }
    const { createKmsKey } = await import('./kms-key.ts')
    return createKmsKey(await kms(), place.keyId, curve)
  }
}

async function openTokenOf({ pkcs11, reopened }: Custody): Promise<Token> {
  if (pkcs11 === undefined) {
    throw new Error('a key is in a PKCS #11 module, but SIGNER_PKCS11_MODULE is not set')
  }
  const { openToken } = await import('./pkcs11/token.ts')
  return openToken(pkcs11, { reopened })
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return async () => {
    made ??= make()
    return made
  }
}
