import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Fields, fieldsOf, textOf } from './exact-json.ts'

type Hook = Readonly<{
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
