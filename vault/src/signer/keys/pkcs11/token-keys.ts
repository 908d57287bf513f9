import { randomBytes } from 'node:crypto'
import type { Curve } from '../key.ts'
import { CKA, CKO, CKR, codeOf, moduleCurves } from './cryptoki.ts'
import type { Token, TokenSession } from './token.ts'

export type ListedKey = Readonly<{ label: string; curve: Curve | undefined }>

/** Returns every private key, sorted by label. The curve is undefined if we do not support it. */
export async function listKeys(token: Token): Promise<ListedKey[]> {
  return token.use((session) =>
    findObjects(session, [{ type: CKA.CLASS, value: CKO.PRIVATE_KEY }])
      .map((object) => ({
        label: attributeOf(session, object, CKA.LABEL)?.toString('utf8') ?? '',
        curve: curveOf(attributeOf(session, object, CKA.KEY_TYPE)?.readUInt8(0)),
      }))
      .sort((one, other) => one.label.localeCompare(other.label)),
  )
}

function curveOf(keyType: number | undefined): Curve | undefined {
  return (['secp256k1', 'ed25519'] as const).find((curve) => moduleCurves[curve].keyType === keyType)
}

/** Creates a key inside the module that can only sign and cannot leave. The session must be writable. A label is used only once. */
export async function makeKey(token: Token, label: string, curve: Curve): Promise<void> {
  await token.useOnce((session) => {
    const { cryptoki, handle } = session
    for (const kind of [CKO.PRIVATE_KEY, CKO.PUBLIC_KEY]) {
      if (findLabelled(session, label, kind).length > 0)
        throw new Error(`the token already has a key ${label}`)
    }
    const { make, names } = moduleCurves[curve]
    const both = [
      { type: CKA.TOKEN, value: true },
      { type: CKA.LABEL, value: label },
      { type: CKA.ID, value: randomBytes(16) },
    ]
    cryptoki.C_GenerateKeyPair(
      handle,
      { mechanism: make },
      [
        ...both,
        { type: CKA.EC_PARAMS, value: Buffer.from(names[0] ?? '', 'hex') },
        { type: CKA.VERIFY, value: true },
      ],
      [
        ...both,
        { type: CKA.PRIVATE, value: true },
        { type: CKA.SENSITIVE, value: true },
        { type: CKA.EXTRACTABLE, value: false },
        { type: CKA.SIGN, value: true },
        { type: CKA.DECRYPT, value: false },
        { type: CKA.UNWRAP, value: false },
        { type: CKA.DERIVE, value: false },
        { type: CKA.SIGN_RECOVER, value: false },
      ],
    )
  })
}

/** Returns the private key with this label, whatever its curve. */
export function findSecret(session: TokenSession, label: string): Buffer {
  return onlyObject(session, label, CKO.PRIVATE_KEY)
}

/** Refuses two keys with one label: otherwise a person who adds a second key could decide which of the two signs. */
export function onlyObject(session: TokenSession, label: string, kind: number): Buffer {
  const [first, second] = findLabelled(session, label, kind)
  const what = kind === CKO.PRIVATE_KEY ? 'key' : 'public key'
  if (first === undefined) throw new Error(`the token has no ${what} ${label}`)
  if (second !== undefined) throw new Error(`the token has more than one ${what} ${label}`)
  return first
}

function findLabelled(session: TokenSession, label: string, kind: number): Buffer[] {
  return findObjects(session, [
    { type: CKA.CLASS, value: kind },
    { type: CKA.LABEL, value: label },
  ])
}

function findObjects(
  { cryptoki, handle }: TokenSession,
  template: readonly Readonly<{ type: number; value: number | string }>[],
): Buffer[] {
  cryptoki.C_FindObjectsInit(handle, [...template])
  const found: Buffer[] = []
  for (let next = cryptoki.C_FindObjects(handle); next !== null; next = cryptoki.C_FindObjects(handle)) {
    found.push(next)
  }
  cryptoki.C_FindObjectsFinal(handle)
  return found
}

/** Returns undefined if the object does not have the attribute. */
export function attributeOf(
  { cryptoki, handle }: TokenSession,
  object: Buffer,
  type: number,
): Buffer | undefined {
  try {
    return cryptoki.C_GetAttributeValue(handle, object, [{ type }])[0]?.value
  } catch (error) {
    if (codeOf(error) === CKR.ATTRIBUTE_TYPE_INVALID) return undefined
    throw error
  }
}
