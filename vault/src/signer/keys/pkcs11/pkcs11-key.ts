import type { Curve, Ed25519Key, Key, RawSignature, Secp256k1Key } from '../key.ts'
import { findKey } from './find-key.ts'
import { moduleCurves } from './module-curves.ts'
import type { Token } from './token.ts'

const SIGNATURE_BYTES = 64

/** A key that is in a module and never anywhere else. */
export async function createPkcs11Key(token: Token, label: string, curve: 'secp256k1'): Promise<Secp256k1Key>
export async function createPkcs11Key(token: Token, label: string, curve: 'ed25519'): Promise<Ed25519Key>
export async function createPkcs11Key(token: Token, label: string, curve: Curve): Promise<Key>
export async function createPkcs11Key(token: Token, label: string, curve: Curve): Promise<Key> {
  const { publicKey } = await token.use((session) => findKey(session, label, curve))
  // In a new session handles are new, so the key is looked up, and judged, again.
  const sign = async (bytes: Uint8Array): Promise<Uint8Array> =>
    token.use(async (session) => {
      const { cryptoki, handle } = session
      const key = findKey(session, label, curve)
      cryptoki.C_SignInit(handle, { mechanism: moduleCurves[curve].sign }, key.handle)
      const signature = await cryptoki.C_SignAsync(
        handle,
        Buffer.from(bytes),
        Buffer.alloc(2 * SIGNATURE_BYTES),
      )
      if (signature.length !== SIGNATURE_BYTES)
        throw new Error(`the module signed in ${signature.length} bytes`)
      return new Uint8Array(signature)
    })
  return curve === 'ed25519'
    ? { curve, publicKey, sign }
    : { curve, publicKey, sign: async (digest) => halves(await sign(digest)) }
}

function halves(signature: Uint8Array): RawSignature {
  const hex = Buffer.from(signature).toString('hex')
  return { r: BigInt(`0x${hex.slice(0, SIGNATURE_BYTES)}`), s: BigInt(`0x${hex.slice(SIGNATURE_BYTES)}`) }
}
