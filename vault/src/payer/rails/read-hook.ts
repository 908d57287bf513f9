import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Fields, fieldsOf, textOf } from './exact-json.ts'

type Hook = Readonly<{
  body: Buffer
  signature: string | undefined
  /** Of now, and the one before. */
  secrets: readonly (string | null)[]
}>

/**
 * The reference that a notification is about. `orderIn` finds the order in it, and undefined where it is about something else. Undefined
 * unless the body was signed with one of our secrets, over its bytes as they came.
 */
export function readSignedHook(
  { body, signature, secrets }: Hook,
  orderIn: (event: Fields) => unknown,
): readonly string[] | undefined {
  if (signature === undefined || !/^[0-9a-f]{128}$/i.test(signature)) return undefined
  const given = Buffer.from(signature, 'hex')
  const isOurs = secrets
    .filter((secret) => secret !== null)
    .some((secret) => timingSafeEqual(given, createHmac('sha512', secret).update(body).digest()))
  if (!isOurs) return undefined
  try {
    const reference = textOf(fieldsOf(orderIn(fieldsOf(JSON.parse(body.toString('utf8')))))['reference'])
    return reference === null ? [] : [reference]
  } catch {
    return []
  }
}
