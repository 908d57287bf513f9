import type { Curve } from '../key.ts'
import { CKA_CLASS, CKA_KEY_TYPE, CKA_LABEL, CKO_PRIVATE_KEY } from './cryptoki.ts'
import { findObjects } from './find-key.ts'
import { moduleCurves } from './module-curves.ts'
import { attributeOf } from './read-attribute.ts'
import type { Token } from './token.ts'

export type ListedKey = Readonly<{ label: string; curve: Curve | undefined }>

/** Every key that signs, by its label; of a kind that is none of ours the curve is not told. */
export async function listKeys(token: Token): Promise<ListedKey[]> {
  return token.use((session) =>
    findObjects(session, [{ type: CKA_CLASS, value: CKO_PRIVATE_KEY }])
      .map((object) => ({
        label: attributeOf(session, object, CKA_LABEL)?.toString('utf8') ?? '',
        curve: curveOf(attributeOf(session, object, CKA_KEY_TYPE)?.readUInt8(0)),
      }))
      .sort((one, other) => one.label.localeCompare(other.label)),
  )
}

function curveOf(keyType: number | undefined): Curve | undefined {
  return (['secp256k1', 'ed25519'] as const).find((curve) => moduleCurves[curve].keyType === keyType)
}
