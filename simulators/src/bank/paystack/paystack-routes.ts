import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answer } from '../answer.ts'
import type { CountRequest } from '../count-requests.ts'
import { findTransaction, isReversed, tellingOf } from '../find-transaction.ts'
import { lagosDate } from '../lagos-time.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { writeCharge } from './paystack-charge.ts'
import { type ListQuery, readListQuery, writeList } from './paystack-list.ts'
import { refusal, refuseKey } from './paystack-refusal.ts'

type RequeryQuery = { account_number?: string; provider_slug?: string; date?: string }

/** Paystack under `/paystack`: verify, list, and a request to check an account again. `pump` sends the due notifications. */
export function paystackRoutes(
  app: FastifyInstance,
  bank: SimulatedBank,
  pump: () => void,
  count: CountRequest,
): void {
  app.get<{ Params: { reference: string } }>(
    '/paystack/transaction/verify/:reference',
    async (request, reply) => {
      count('paystack', 'requery')
      return isAllowed(bank, request) ? verify(bank, request.params.reference, reply) : refuseKey(reply)
    },
  )

  app.get<{ Querystring: ListQuery }>('/paystack/transaction', async (request, reply) => {
    count('paystack', 'feed')
    if (!isAllowed(bank, request)) return refuseKey(reply)
    const asked = readListQuery(request.query)
    if (asked === undefined) {
      return reply.code(400).send(refusal('Invalid value for perPage, page, from or to', 'invalid_params'))
    }
    const body = writeList(bank, asked)
    return answer(bank, reply, { face: 'feed', on: { vendor: 'paystack' } }, { status: 200, body })
  })

  app.get<{ Querystring: RequeryQuery }>('/paystack/dedicated_account/requery', async (request, reply) => {
    count('paystack', 'requery')
    if (!isAllowed(bank, request)) return refuseKey(reply)
    const account = bank.ledger.account(request.query.account_number ?? '')
    if (account?.vendor !== 'paystack') {
      return reply.code(404).send(refusal('Dedicated account not found', 'not_found'))
    }
    lookAgain(bank, account.number, request.query.date ?? lagosDate(bank.clock.now()))
    pump()
    return {
      status: true,
      message:
        'We are checking the status of your transfer. We will send you a notification once it is confirmed',
    }
  })
}

function verify(bank: SimulatedBank, reference: string, reply: FastifyReply): FastifyReply {
  const found = findTransaction(bank, 'paystack', reference)
  const on = { vendor: 'paystack', account: found?.account.number, line: found?.first.id } as const
  if (found === undefined || found.first.requeryFrom > bank.clock.now()) {
    const body = refusal('Transaction reference not found.', 'transaction_not_found')
    return answer(bank, reply, { face: 'requery', on }, { status: 400, body })
  }
  const isPending = bank.rules.strikes('requery_pending', on) !== undefined
  const settled = isReversed(bank, found) ? 'reversed' : 'success'
  const data = writeCharge(found, tellingOf(bank, 'paystack', on.account), {
    status: isPending ? 'ongoing' : settled,
  })
  const body = { status: true, message: 'Verification successful', data }
  return answer(bank, reply, { face: 'requery', on }, { status: 200, body })
}

/** Sends the undelivered notifications about transactions of that day now. */
function lookAgain({ commit, clock, hooks, ledger }: SimulatedBank, account: string, date: string): void {
  for (const line of ledger.feed(account)) {
    if (lagosDate(line.bookedAt) !== date) continue
    for (const hook of hooks.of(line.reference)) {
      if (hook.state === 'delivered') continue
      commit({ is: 'hook', hook: { ...hook, state: 'waiting', dueAt: clock.now() } })
    }
  }
}

function isAllowed(bank: SimulatedBank, request: FastifyRequest): boolean {
  return request.headers.authorization === `Bearer ${bank.setting('paystack').secret}`
}
