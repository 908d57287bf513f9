import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whether a body was signed with one of our secrets, over its bytes as they came. */
export function isSignedWith(
  body: Buffer,
  signature: string | undefined,
  secrets: readonly string[],
): boolean {
  if (signature === undefined || !/^[0-9a-f]{128}$/i.test(signature)) return false
  const given = Buffer.from(signature, 'hex')
  return secrets.some((secret) => timingSafeEqual(given, createHmac('sha512', secret).update(body).digest()))
}
