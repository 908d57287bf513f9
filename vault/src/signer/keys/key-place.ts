import { fromHex } from '../bytes/hex.ts'

/** Where a key is. */
export type KeyPlace =
  | Readonly<{ in: 'file'; secret: Uint8Array }>
  | Readonly<{ in: 'pkcs11'; label: string }>
  | Readonly<{ in: 'kms'; keyId: string }>

/** Reads `"0x…"`, `{"pkcs11": {"label": "…"}}` or `{"kms": {"key_id": "…"}}`; undefined where it is none of these. */
export function readKeyPlace(given: unknown): KeyPlace | undefined {
  if (typeof given === 'string') {
    const secret = fromHex(given)
    return secret?.length === 32 ? { in: 'file', secret } : undefined
  }
  const label = onlyText(onlyField(given, 'pkcs11'), 'label')
  if (label !== undefined) return { in: 'pkcs11', label }
  const keyId = onlyText(onlyField(given, 'kms'), 'key_id')
  return keyId === undefined ? undefined : { in: 'kms', keyId }
}

/** A field that stands alone: what else was written there was meant for something. */
function onlyField(given: unknown, name: string): unknown {
  const [field, other] = Object.entries(given ?? {})
  return other === undefined && field?.[0] === name ? field[1] : undefined
}

function onlyText(given: unknown, name: string): string | undefined {
  const value = onlyField(given, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}
