import type { FastifyRequest, preValidationHookHandler } from 'fastify'
import type { Clock } from '../../kernel/clock/clock.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { type SignedRequest, verifyMessage } from '../../records/keys/message-signature.ts'
import { keyOf } from './require-key.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a request with this body takes money out of the balance. A business with a signing key signs such requests. */
    movesValue?: (body: unknown) => boolean
  }
  interface FastifyRequest {
    /** The signature of this request. Undefined if it needs none. */
    signed: SignedRequest | undefined
  }
}

/**
 * Requires the signature of a request that takes money out of the balance, once its business has a signing key in this mode. A key without a
 * public key can then no longer do it: otherwise a thief would use that one.
 */
export function requireSignature(
  clock: Clock,
  movesValue: (body: unknown) => boolean,
): preValidationHookHandler {
  return (request, _reply, done) => {
    const { id, memberId, mustSign, publicKey } = keyOf(request)
    if (memberId !== undefined || mustSign !== true || !movesValue(request.body)) {
      done()
      return
    }
    try {
      request.signed = { keyId: id, ...readSigned(request, publicKey, clock) }
      done()
    } catch (error) {
      done(error as Error)
    }
  }
}

function readSigned(request: FastifyRequest, publicKey: Buffer | undefined, clock: Clock) {
  if (publicKey === undefined)
    throw new Refusal(
      'request_unsigned',
      'This business has a signing key, and this key has no public key. Use the key with the public key, and sign the request.',
    )
  const body = request.rawBody ?? Buffer.alloc(0)
  if (request.headers['content-type']?.startsWith('application/json') !== true)
    throw new Refusal(
      'request_signature_invalid',
      'A signed request is JSON. Send the rows of a batch as JSON too.',
    )
  const [path = ''] = request.url.split('?', 1)
  const message = { method: request.method, path, headers: request.headers, body }
  return { ...verifyMessage(message, publicKey, clock.now().getTime()), body }
}

type Exact = Readonly<{
  reference: string | null
  bank?: Readonly<{ given: string; code: string }>
  /** The address as it was sent, and as our records spell it. */
  wallet?: Readonly<{ given: string; address: string }>
}>

/** What a signed request must say itself, so that the signer and the payer can compare it with what is carried out. */
export function requireExact(signed: SignedRequest | undefined, { reference, bank, wallet }: Exact): void {
  if (signed === undefined) return
  if (reference === null)
    throw new Refusal(
      'request_signature_invalid',
      'A signed request names its transaction. Send your own reference, and sign again.',
    )
  if (bank !== undefined && bank.given !== bank.code)
    throw new Refusal(
      'request_signature_invalid',
      `A signed request names the bank by its code. Send "${bank.code}" in place of "${bank.given.slice(0, 40)}", and sign again.`,
    )
  if (wallet !== undefined && wallet.given.toLowerCase() !== wallet.address.toLowerCase())
    throw new Refusal(
      'request_signature_invalid',
      `A signed request has the address in its usual spelling. Send "${wallet.address}", and sign again.`,
    )
}
