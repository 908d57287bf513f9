import { codeOf } from './cryptoki.ts'
import type { TokenSession } from './token-session.ts'

const CKR_ATTRIBUTE_TYPE_INVALID = 0x12

/** Undefined where the module knows no such thing of the object. */
export function attributeOf(
  { cryptoki, handle }: TokenSession,
  object: Buffer,
  type: number,
): Buffer | undefined {
  try {
    return cryptoki.C_GetAttributeValue(handle, object, [{ type }])[0]?.value
  } catch (error) {
    if (codeOf(error) === CKR_ATTRIBUTE_TYPE_INVALID) return undefined
    throw error
  }
}
