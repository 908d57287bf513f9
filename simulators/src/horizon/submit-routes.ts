import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { FaultRule, HorizonFaults } from './faults/horizon-fault.ts'
import { replyInstead, replySpoiled } from './faults/reply-fault.ts'
import { encodeOutcome, isSuccess, type Outcome, showCodes } from './ledger/result.ts'
import type { SimulatedLedger } from './ledger/simulated-ledger.ts'
import { readEnvelope, type Submitted } from './ledger/submitted.ts'
import { sendProblem } from './show/problem.ts'
import { showTransaction } from './show/show-transaction.ts'

export type SubmitOptions = Readonly<{ faults: HorizonFaults; answerWithinMs: number; baseUrl(): string }>

const ASYNC_STATUS = { PENDING: 201, DUPLICATE: 409, TRY_AGAIN_LATER: 503, ERROR: 400 } as const

/** `POST /transactions`, which waits for a ledger, and `POST /transactions_async`, which does not. */
export function submitRoutes(app: FastifyInstance, ledger: SimulatedLedger, options: SubmitOptions): void {
  const { faults, answerWithinMs, baseUrl } = options

  const receive = (reply: FastifyReply, tx: unknown): Submitted | undefined => {
    try {
      return readEnvelope(String(tx), ledger.passphrase)
    } catch {
      void sendProblem(reply, 'transaction_malformed', { envelope_xdr: String(tx) })
      return undefined
    }
  }
  /** Applies faults before the network receives the transaction. */
  const befall = async (rule: FaultRule | undefined, submitted: Submitted) => {
    if (rule?.fault === 'delayed') await sleep(rule.delay_ms ?? 2_000)
    const account = ledger.state.accounts.get(submitted.source.account)
    if (rule?.fault === 'sequence_taken' && account !== undefined) account.sequence += 1n
  }
  const sendTimeout = (reply: FastifyReply, { hash, envelopeXdr }: Submitted) =>
    sendProblem(reply, 'timeout', { hash, envelope_xdr: envelopeXdr })
  const sendFailed = (reply: FastifyReply, outcome: Outcome, submitted: Submitted) =>
    sendProblem(reply, 'transaction_failed', {
      envelope_xdr: submitted.envelopeXdr,
      result_codes: showCodes(outcome),
      result_xdr: encodeOutcome(outcome, submitted),
      hash: submitted.hash,
    })

  app.post<{ Body: { tx?: string } }>('/transactions', async (request, reply) => {
    const rule = faults.meet('submit', '/transactions')
    if (replyInstead(reply, rule?.fault)) return reply
    const submitted = receive(reply, request.body?.tx)
    if (submitted === undefined) return reply
    if (rule?.fault === 'dropped') return sendTimeout(reply, submitted)
    await befall(rule, submitted)
    const known = ledger.history.transactions.get(submitted.hash)
    const said = known === undefined ? ledger.submit(submitted) : undefined
    if (rule?.fault === 'landed_then_504') return sendTimeout(reply, submitted)
    if (said?.outcome !== undefined) return sendFailed(reply, said.outcome, submitted)
    const settled = await ledger.settled(submitted.hash, answerWithinMs)
    if (settled === undefined) return sendTimeout(reply, submitted)
    if (!('record' in settled)) return sendFailed(reply, settled.outcome, submitted)
    const { record } = settled
    const body = showTransaction(record, baseUrl(), submitted.hash)
    if (replySpoiled(reply, rule?.fault, body)) return reply
    return isSuccess(record.outcome) ? body : sendFailed(reply, record.outcome, submitted)
  })

  app.post<{ Body: { tx?: string } }>('/transactions_async', async (request, reply) => {
    const rule = faults.meet('submit', '/transactions_async')
    if (replyInstead(reply, rule?.fault)) return reply
    const submitted = receive(reply, request.body?.tx)
    if (submitted === undefined) return reply
    const { hash } = submitted
    if (rule?.fault === 'dropped') return reply.code(201).send({ tx_status: 'PENDING', hash })
    await befall(rule, submitted)
    const { status, outcome } = ledger.submit(submitted)
    const body = {
      tx_status: status,
      hash,
      ...(outcome && { error_result_xdr: encodeOutcome(outcome, submitted) }),
    }
    if (replySpoiled(reply, rule?.fault, body)) return reply
    return reply.code(ASYNC_STATUS[status]).send(body)
  })
}
