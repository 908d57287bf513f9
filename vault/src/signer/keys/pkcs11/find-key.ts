import type { Curve } from '../key.ts'
import {
  CKA_CLASS,
  CKA_EC_PARAMS,
  CKA_EC_POINT,
  CKA_KEY_TYPE,
  CKA_LABEL,
  CKO_PRIVATE_KEY,
  CKO_PUBLIC_KEY,
} from './cryptoki.ts'
import { moduleCurves } from './module-curves.ts'
import { attributeOf } from './read-attribute.ts'
import { readPoint } from './read-point.ts'
import { requireSealed } from './require-sealed.ts'
import type { FoundKey, TokenSession } from './token-session.ts'

/** Looks a key up once in a session, because a look costs more than a signature. Throws unless it is the one of its label and shut in. */
export function findKey(session: TokenSession, label: string, curve: Curve): FoundKey {
  const known = session.keys.get(label)
  if (known !== undefined) return known
  const handle = findSecret(session, label)
  const { keyType, names, pointBytes } = moduleCurves[curve]
  if (attributeOf(session, handle, CKA_KEY_TYPE)?.readUInt8(0) !== keyType) {
    throw new Error(`the key ${label} is not of ${curve}`)
  }
  requireSealed(session, handle, label)
  const shown = onlyObject(session, label, CKO_PUBLIC_KEY)
  if (!names.includes(attributeOf(session, shown, CKA_EC_PARAMS)?.toString('hex') ?? '')) {
    throw new Error(`the key ${label} is not of ${curve}`)
  }
  const point = attributeOf(session, shown, CKA_EC_POINT) ?? Buffer.alloc(0)
  const found = { handle, publicKey: readPoint(point, pointBytes) }
  session.keys.set(label, found)
  return found
}

/** The key itself, whatever it is. */
export function findSecret(session: TokenSession, label: string): Buffer {
  return onlyObject(session, label, CKO_PRIVATE_KEY)
}

/** Two of one label are one too many: whoever put the second there would choose which of them signs. */
function onlyObject(session: TokenSession, label: string, kind: number): Buffer {
  const found = findObjects(session, [
    { type: CKA_CLASS, value: kind },
    { type: CKA_LABEL, value: label },
  ])
  const [first, second] = found
  const what = kind === CKO_PRIVATE_KEY ? 'key' : 'public key'
  if (first === undefined) throw new Error(`the token has no ${what} ${label}`)
  if (second !== undefined) throw new Error(`the token has more than one ${what} ${label}`)
  return first
}

export function findObjects(
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
