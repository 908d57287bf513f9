import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answer } from '../answer.ts'
import type { CountRequest } from '../count-requests.ts'
import { findTransaction, tellingOf } from '../find-transaction.ts'
import { giveNumber } from '../numbers/give-number.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import type { Transaction } from '../vendor-face.ts'
import { providusSignature } from '../vendor-settings.ts'
import { writeNotFound, writeVerified } from './providus-verified.ts'

/** Providus under `/providus`: a number for one payment or a customer, and a transaction by settlement id or by session id. It has no list. */
export function providusRoutes(app: FastifyInstance, bank: SimulatedBank, count: CountRequest): void {
  const bySession = async (
    request: FastifyRequest<{ Querystring: { session_id?: string } }>,
    reply: FastifyReply,
  ) => {
    const lines = bank.ledger.byShownSession(request.query.session_id ?? '')
    // If two payments have one session id, the first is always found.
    const found = lines.map((line) => findTransaction(bank, 'providus', line.reference)).find(Boolean)
    return verify(request, reply, found)
  }
  const verify = (request: FastifyRequest, reply: FastifyReply, found: Transaction | undefined) => {
    count('providus', 'requery')
    if (!isSigned(bank, request)) return reply.code(401).send(failure('Exception; Failed'))
    const on = { vendor: 'providus', account: found?.account.number, line: found?.first.id } as const
    const isKnown = found !== undefined && found.first.requeryFrom <= bank.clock.now()
    const right = isKnown
      ? { status: 200, body: writeVerified(bank, found, tellingOf(bank, 'providus', on.account)) }
      : { status: 400, body: writeNotFound() }
    return answer(bank, reply, { face: 'requery', on }, right)
  }

  app.post<{ Body: Readonly<{ account_name?: unknown }> | null }>(
    '/providus/PiPCreateDynamicAccountNumber',
    async (request, reply) => {
      count('providus', 'number')
      if (!isSigned(bank, request)) return reply.code(401).send(failure('Exception; Failed'))
      const name = request.body?.account_name
      if (typeof name !== 'string') return reply.code(400).send(failure('Invalid account name'))
      // Providus makes the reference, and is not told an amount.
      const reference = String(10_000_001 + bank.numbers.all().length)
      return giveNumber(
        bank,
        reply,
        { vendor: 'providus', reference, name, amount: null },
        {
          given: (issued) => ({
            status: 200,
            body: {
              account_number: issued.number,
              account_name: issued.name,
              initiationTranRef: issued.reference,
              requestSuccessful: true,
              responseMessage: 'Operation successful',
              responseCode: '00',
            },
          }),
          none: { status: 200, body: failure('No account number is available') },
        },
      )
    },
  )

  app.post<{ Body: Readonly<{ account_name?: unknown; bvn?: unknown }> | null }>(
    '/providus/PiPCreateReservedAccountNumber',
    async (request, reply) => {
      count('providus', 'number')
      if (!isSigned(bank, request)) return reply.code(401).send(failure('Exception; Failed'))
      const { account_name: name, bvn } = request.body ?? {}
      if (typeof name !== 'string' || typeof bvn !== 'string' || bvn === '')
        return reply.code(400).send(failure('Invalid account name or bvn'))
      const reference = String(10_000_001 + bank.numbers.all().length)
      return giveNumber(
        bank,
        reply,
        { vendor: 'providus', reference, name, amount: null, isStanding: true },
        {
          given: (issued) => ({
            status: 200,
            body: {
              account_number: issued.number,
              account_name: issued.name,
              bvn,
              requestSuccessful: true,
              responseMessage: 'Operation successful',
              responseCode: '00',
            },
          }),
          none: { status: 200, body: failure('No account number is available') },
        },
      )
    },
  )

  app.get<{ Querystring: { settlement_id?: string } }>(
    '/providus/PiPverifyTransaction_settlementid',
    async (request, reply) =>
      verify(request, reply, findTransaction(bank, 'providus', request.query.settlement_id ?? '')),
  )
  app.get('/providus/PiPverifyTransaction_sessionid', bySession)
  app.get('/providus/PiPverifyTransaction', bySession)
}

function isSigned(bank: SimulatedBank, request: FastifyRequest): boolean {
  const { keyId, secret } = bank.setting('providus')
  const { 'client-id': id, 'x-auth-signature': signature } = request.headers
  return id === keyId && String(signature).toUpperCase() === providusSignature(keyId, secret)
}

function failure(responseMessage: string): object {
  return { requestSuccessful: false, responseMessage, responseCode: '03' }
}
