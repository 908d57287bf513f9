import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PayoutAccount } from '../ledger/account.ts'
import type { SimulatedBank } from '../simulated-bank.ts'

type Kind = 'validation_error' | 'processor_error' | 'api_error'

/** Paystack's envelope of a failure. `nextStep` is advice, and not always good. */
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

/** The payout account whose key the caller has. The key of the collections opens none. */
export function accountOfKey({ ledger }: SimulatedBank, request: FastifyRequest): PayoutAccount | undefined {
  const { authorization } = request.headers
  return ledger
    .payoutAccounts()
    .find(({ vendor, payouts }) => vendor === 'paystack' && authorization === `Bearer ${payouts.secret}`)
}
