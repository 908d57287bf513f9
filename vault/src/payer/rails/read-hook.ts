import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Fields, fieldsOf, textOf } from '../../shared/banks/exact-json.ts'

type Signed = Readonly<{
  body: Buffer
  signature: string | undefined
  /** The current secret and the previous one. */
  secrets: readonly (string | null)[]
}>

/**
 * Returns the reference in a notification. `orderIn` finds the order in it and returns undefined if it is about something else. Returns
 * undefined unless the received bytes of the body were signed with one of our secrets.
 */
export function readSignedHook(
  signed: Signed,
  orderIn: (event: Fields) => unknown,
): readonly string[] | undefined {
  const { body } = signed
  if (!isSigned(signed)) return undefined
  try {
    const reference = textOf(fieldsOf(orderIn(fieldsOf(JSON.parse(body.toString('utf8')))))['reference'])
    return reference === null ? [] : [reference]
  } catch {
    return []
  }
}

/** Whether the received bytes of the body were signed with one of our secrets. */
export function isSigned({ body, signature, secrets }: Signed): boolean {
  if (signature === undefined || !/^[0-9a-f]{128}$/i.test(signature)) return false
  const given = Buffer.from(signature, 'hex')
  return secrets
    .filter((secret) => secret !== null)
    .some((secret) => timingSafeEqual(given, createHmac('sha512', secret).update(body).digest()))
}
