import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answer } from '../answer.ts'
import type { CountRequest } from '../count-requests.ts'
import { feedPage, listed } from '../feed-page.ts'
import { findTransaction, tellingOf } from '../find-transaction.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { refusal, refuseToken, success } from './monnify-envelope.ts'
import { writePage } from './monnify-list.ts'
import type { MonnifyTokens } from './monnify-tokens.ts'
import { writeTransaction } from './monnify-transaction.ts'

type ListQuery = { accountReference?: string; page?: string; size?: string }

/** Monnify under `/monnify`: login, transactions of a reserved account, status of a transaction. */
export function monnifyRoutes(
  app: FastifyInstance,
  bank: SimulatedBank,
  tokens: MonnifyTokens,
  count: CountRequest,
): void {
  app.post('/monnify/api/v1/auth/login', async (request, reply) => {
    count('monnify', 'login')
    const token = tokens.login(request.headers.authorization)
    if (token === undefined)
      return reply.code(401).send(refusal('Authentication failed. Please check your keys'))
    return success(token)
  })

  app.get<{ Querystring: ListQuery }>(
    '/monnify/api/v1/bank-transfer/reserved-accounts/transactions',
    async (request, reply) => {
      count('monnify', 'feed')
      if (!tokens.isGood(request.headers.authorization)) return refuseToken(reply)
      const { accountReference = '', page = '0', size = '10' } = request.query
      const account = bank.ledger.accountByReference(accountReference)
      if (account?.vendor !== 'monnify') {
        return reply.code(404).send(refusal('Cannot find reserved account with that reference'))
      }
      const asked = { page: Number(page), size: Math.min(Number(size), 100) }
      if (!Number.isInteger(asked.page) || !(asked.size >= 1))
        return reply.code(400).send(refusal('Bad request'))
      const on = { vendor: 'monnify', account: account.number } as const
      const repeats = bank.rules.strikes('feed_page_repeats', on) !== undefined
      const found = feedPage(listed(bank, account.number, 'monnify'), asked.page, asked.size, repeats)
      const body = success(writePage(bank, found, asked, tellingOf(bank, 'monnify', account.number)))
      return answer(bank, reply, { face: 'feed', on }, { status: 200, body })
    },
  )

  app.get<{ Params: { reference: string } }>(
    '/monnify/api/v2/transactions/:reference',
    async (request, reply) => {
      count('monnify', 'requery')
      // Monnify's server refuses a bar that is not encoded.
      if (request.raw.url?.includes('|')) return badRequest(reply)
      if (!tokens.isGood(request.headers.authorization)) return refuseToken(reply)
      return requery(bank, request, reply)
    },
  )
}

function requery(
  bank: SimulatedBank,
  request: FastifyRequest<{ Params: { reference: string } }>,
  reply: FastifyReply,
): FastifyReply {
  const transaction = findTransaction(bank, 'monnify', request.params.reference)
  const { account, first } = transaction ?? {}
  const on = { vendor: 'monnify', account: account?.number, line: first?.id } as const
  const isKnown = first !== undefined && first.requeryFrom <= bank.clock.now()
  if (transaction === undefined || !isKnown) {
    const body = refusal(
      "There's no transaction matching supplied reference. Please confirm supplied reference and try again.",
    )
    return answer(bank, reply, { face: 'requery', on }, { status: 404, body })
  }
  const shown = {
    ...tellingOf(bank, 'monnify', account?.number),
    isPending: bank.rules.strikes('requery_pending', on) !== undefined,
    hasOldDates: bank.rules.strikes('old_dates', on) !== undefined,
  }
  const body = success(writeTransaction(bank, transaction, shown))
  return answer(bank, reply, { face: 'requery', on }, { status: 200, body })
}

function badRequest(reply: FastifyReply): FastifyReply {
  return reply.code(400).type('text/html').send('<!doctype html><title>HTTP Status 400 – Bad Request</title>')
}
