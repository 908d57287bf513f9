import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answer } from '../answer.ts'
import type { CountRequest } from '../count-requests.ts'
import { findTransaction, tellingOf } from '../find-transaction.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import type { Transaction } from '../vendor-face.ts'
import { providusSignature } from '../vendor-settings.ts'
import { writeNotFound, writeVerified } from './providus-verified.ts'

/** Providus under `/providus`: a transaction by settlement id or by session id. It has no list of transactions. */
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
    const { keyId, secret } = bank.setting('providus')
    const { 'client-id': id, 'x-auth-signature': signature } = request.headers
    if (id !== keyId || String(signature).toUpperCase() !== providusSignature(keyId, secret)) {
      return reply
        .code(401)
        .send({ requestSuccessful: false, responseMessage: 'Exception; Failed', responseCode: '03' })
    }
    const on = { vendor: 'providus', account: found?.account.number, line: found?.first.id } as const
    const isKnown = found !== undefined && found.first.requeryFrom <= bank.clock.now()
    const right = isKnown
      ? { status: 200, body: writeVerified(bank, found, tellingOf(bank, 'providus', on.account)) }
      : { status: 400, body: writeNotFound() }
    return answer(bank, reply, { face: 'requery', on }, right)
  }

  app.get<{ Querystring: { settlement_id?: string } }>(
    '/providus/PiPverifyTransaction_settlementid',
    async (request, reply) =>
      verify(request, reply, findTransaction(bank, 'providus', request.query.settlement_id ?? '')),
  )
  app.get('/providus/PiPverifyTransaction_sessionid', bySession)
  app.get('/providus/PiPverifyTransaction', bySession)
}
