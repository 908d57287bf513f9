import type { FastifyInstance } from 'fastify'
import type { CountRequest } from '../count-requests.ts'
import { giveNumber } from '../numbers/give-number.ts'
import type { IssuedNumber } from '../numbers/number.ts'
import { rawNumber } from '../raw-number.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { vendorBanks } from '../vendor.ts'
import { refusal, refuseKey } from './paystack-refusal.ts'

type NewCharge = Readonly<{
  email?: unknown
  amount?: unknown
  reference?: unknown
  bank_transfer?: Readonly<{ account_expires_at?: unknown }>
}>

const REFERENCE = /^[A-Za-z0-9.=_-]{1,100}$/

/** Paystack's numbers for one payment: a charge by bank transfer. The expiry in the request is the usual half hour. */
export function paystackNumberRoutes(app: FastifyInstance, bank: SimulatedBank, count: CountRequest): void {
  app.post<{ Body: NewCharge | null }>('/paystack/charge', async (request, reply) => {
    count('paystack', 'number')
    if (request.headers.authorization !== `Bearer ${bank.setting('paystack').secret}`) return refuseKey(reply)
    const { email, amount, reference, bank_transfer: transfer } = request.body ?? {}
    const isComplete =
      typeof email === 'string' &&
      typeof reference === 'string' &&
      REFERENCE.test(reference) &&
      /^[1-9][0-9]{3,14}$/.test(String(amount)) &&
      typeof transfer?.account_expires_at === 'string'
    if (!isComplete) return reply.code(400).send(refusal('Invalid charge', 'invalid_params'))
    if (bank.numbers.findByReference('paystack', reference) !== undefined) {
      return reply.code(400).send(refusal('Duplicate Transaction Reference', 'duplicate_reference'))
    }
    return giveNumber(
      bank,
      reply,
      { vendor: 'paystack', reference, name: 'PAYSTACK CHECKOUT', amount: BigInt(String(amount)) },
      {
        given: (issued) => ({
          status: 200,
          body: { status: true, message: 'Charge attempted', data: showNumber(issued) },
        }),
        none: {
          status: 400,
          body: refusal(
            'Bank transfer is not available',
            'unavailable',
            'Try again later',
            'processor_error',
          ),
        },
      },
    )
  })
}

function showNumber(issued: IssuedNumber): object {
  return {
    status: 'pending_bank_transfer',
    display_text: 'Please make a transfer to the account specified',
    reference: issued.reference,
    amount: rawNumber(String(issued.amount)),
    account_name: issued.name,
    account_number: issued.number,
    bank: { slug: 'wema-bank', name: vendorBanks.paystack.name, id: 20 },
    account_expires_at: new Date(issued.statedUntil).toISOString(),
  }
}
