import type { Curve, Ed25519Key, Key, RawSignature, Secp256k1Key } from '../key.ts'
import { CKA, CKO, moduleCurves } from './cryptoki.ts'
import type { FoundKey, Token, TokenSession } from './token.ts'
import { attributeOf, findSecret, onlyObject } from './token-keys.ts'

type Rule = Readonly<{ attribute: number; wanted: boolean; else: string }>

const SIGNATURE_BYTES = 64

const RULES: readonly Rule[] = [
  { attribute: CKA.SENSITIVE, wanted: true, else: 'can be read' },
  { attribute: CKA.EXTRACTABLE, wanted: false, else: 'can be taken out of its module' },
  // If a key was ever outside the module, or could have been, a copy may exist.
  { attribute: CKA.ALWAYS_SENSITIVE, wanted: true, else: 'was readable at some time' },
  {
    attribute: CKA.NEVER_EXTRACTABLE,
    wanted: true,
    else: 'was not made in its module, or was extractable at some time',
  },
  { attribute: CKA.SIGN, wanted: true, else: 'cannot sign' },
  { attribute: CKA.DECRYPT, wanted: false, else: 'can decrypt' },
  { attribute: CKA.UNWRAP, wanted: false, else: 'can unwrap' },
  { attribute: CKA.DERIVE, wanted: false, else: 'can derive' },
  { attribute: CKA.SIGN_RECOVER, wanted: false, else: 'can sign with recovery' },
]

const OCTET_STRING = 0x04

/** Opens a key that never leaves its module. */
export async function createPkcs11Key(token: Token, label: string, curve: 'secp256k1'): Promise<Secp256k1Key>

export async function createPkcs11Key(token: Token, label: string, curve: 'ed25519'): Promise<Ed25519Key>

export async function createPkcs11Key(token: Token, label: string, curve: Curve): Promise<Key>

export async function createPkcs11Key(token: Token, label: string, curve: Curve): Promise<Key> {
  const { publicKey } = await token.use((session) => findKey(session, label, curve))
  // Handles change with each session, so the key is looked up and checked in each session.
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
        throw new Error(`the module returned a signature of ${signature.length} bytes`)
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

/** Looks a key up once per session, because a lookup costs more than a signature. Throws unless the label is unique and the key sealed. */
function findKey(session: TokenSession, label: string, curve: Curve): FoundKey {
  const known = session.keys.get(label)
  if (known !== undefined) return known
  const handle = findSecret(session, label)
  const { keyType, names, pointBytes } = moduleCurves[curve]
  if (attributeOf(session, handle, CKA.KEY_TYPE)?.readUInt8(0) !== keyType) {
    throw new Error(`the key ${label} is not a key of the curve ${curve}`)
  }
  requireSealed(session, handle, label)
  const shown = onlyObject(session, label, CKO.PUBLIC_KEY)
  if (!names.includes(attributeOf(session, shown, CKA.EC_PARAMS)?.toString('hex') ?? '')) {
    throw new Error(`the key ${label} is not a key of the curve ${curve}`)
  }
  const point = attributeOf(session, shown, CKA.EC_POINT) ?? Buffer.alloc(0)
  const found = { handle, publicKey: readPoint(point, pointBytes) }
  session.keys.set(label, found)
  return found
}

/**
 * Refuses a key that could leave its module or do anything but sign, because others may have a copy. An attribute that the module does not
 * report counts as false.
 */
function requireSealed(session: TokenSession, key: Buffer, label: string): void {
  for (const { attribute, wanted, else: problem } of RULES) {
    const is = attributeOf(session, key, attribute)?.[0] === 1
    if (is !== wanted) throw new Error(`the key ${label} ${problem}`)
  }
}

/** The standard wraps a point in an OCTET STRING; some modules return the plain point. The length distinguishes them. */
export function readPoint(value: Uint8Array, pointBytes: number): Uint8Array {
  if (value.length === pointBytes) return new Uint8Array(value)
  if (value.length === pointBytes + 2 && value[0] === OCTET_STRING && value[1] === pointBytes) {
    return new Uint8Array(value.subarray(2))
  }
  throw new Error(`a public key of ${value.length} bytes is not valid for this curve`)
}
