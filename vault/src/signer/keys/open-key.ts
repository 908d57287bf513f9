import type { Curve, Key } from './key.ts'
import type { KeyPlace } from './key-place.ts'
import { createLocalKey } from './local-key.ts'
import type { Pkcs11Settings, Token } from './pkcs11/token.ts'

/** What is told to reach keys that are in no file. */
export type Custody = Readonly<{
  pkcs11?: Pkcs11Settings | undefined
  /** Another place than AWS itself, for tests. */
  kmsEndpoint?: string | undefined
  /** A module lost its session, and has another. */
  reopened?: ((why: string) => void) | undefined
}>

/** Opens keys wherever they are. What reaches a module or a service is loaded with the first key that is there: a machine without keeps working. */
export function createKeyOpener(custody: Custody): (place: KeyPlace, curve: Curve) => Promise<Key> {
  const token = once(async () => openTokenOf(custody))
  const kms = once(async () => (await import('./kms/open-kms.ts')).openKms(custody.kmsEndpoint))
  return async (place, curve) => {
    if (place.in === 'file') return createLocalKey(place.secret, curve)
    if (place.in === 'pkcs11') {
      const { createPkcs11Key } = await import('./pkcs11/pkcs11-key.ts')
      return createPkcs11Key(await token(), place.label, curve)
    }
    const { createKmsKey } = await import('./kms/kms-key.ts')
    return createKmsKey(await kms(), place.keyId, curve)
  }
}

async function openTokenOf({ pkcs11, reopened }: Custody): Promise<Token> {
  if (pkcs11 === undefined) {
    throw new Error('a key is in a module of PKCS #11, and SIGNER_PKCS11_MODULE does not say which')
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
