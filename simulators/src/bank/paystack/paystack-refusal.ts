import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PayoutAccount } from '../ledger/account.ts'
import type { SimulatedBank } from '../simulated-bank.ts'

type Kind = 'validation_error' | 'processor_error' | 'api_error'

/** Writes Paystack's envelope of a failure. `nextStep` is advice that is not always good. */
export function refusal(
  message: string,
  code: string,
  nextStep = "Ensure that you're passing values that exist on this integration",
  type: Kind = 'validation_error',
): object {
  return { status: false, message, meta: { nextStep }, type, code }
}

export function refuseKey(reply: FastifyReply): FastifyReply {
  return reply.code(401).send(refusal('Invalid key', 'invalid_Key'))
}

/** Returns the payout account of the caller's key. The key of the collections has none. */
export function accountOfKey({ ledger }: SimulatedBank, request: FastifyRequest): PayoutAccount | undefined {
  const { authorization } = request.headers
  return ledger
    .payoutAccounts()
    .find(({ vendor, payouts }) => vendor === 'paystack' && authorization === `Bearer ${payouts.secret}`)
}
