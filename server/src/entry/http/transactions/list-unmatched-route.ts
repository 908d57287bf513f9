import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { listUnmatched } from '../../../flows/transactions/read-transactions.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { jsonNumber } from '../../../kernel/money/money.ts'
import type { UnmatchedCredit } from '../../../movements/matching/unmatched-store.ts'
import type { AppDeps } from '../app-deps.ts'
import { onlyPage, pageReplyFields } from '../list-query.ts'
import { namedObject } from '../object-schemas.ts'
import { type Operation, successExample } from '../openapi/operation.ts'
import { amountReply, successField, textReply, wordReply } from '../reply-fields.ts'
import { keyOf } from '../require-key.ts'

const MOST = 100

const UnmatchedPayment = namedObject('UnmatchedPayment', {
  id: textReply(
    'Our id of the payment. Quote it when you ask about it.',
    'crd_01a1dcc5c0de7b3f8a1c22d3e4f5a6b7',
  ),
  amount: amountReply('The naira that arrived and are given to no transaction.', 20001),
  received_at: Type.String({ description: 'When we saw it, in UTC.', format: 'date-time' }),
  transaction_id: Type.Union([Type.String(), Type.Null()], {
    description:
      'Your buy whose account number or narration the payment has. Null if nothing says which is meant.',
    examples: ['txn_01a1dcc33c477feca0d6d2cee34c8ce8', null],
  }),
  holder: wordReply(['afara'], 'Who holds the money: always afara.'),
  message: textReply(
    'What happens next, in words.',
    'We hold it and wait until it is clear what it pays for. Otherwise our staff decides.',
  ),
  expected_by: Type.String({ description: 'When it should be decided, in UTC.', format: 'date-time' }),
})

const UnmatchedReply = namedObject('UnmatchedReply', {
  status: successField,
  message: textReply('A human-readable message.', 'One payment is not matched yet.'),
  payments: Type.Array(UnmatchedPayment, { description: `The newest ${MOST}, newest first.` }),
  ...pageReplyFields,
})

const example = {
  id: 'crd_01a1dcc5c0de7b3f8a1c22d3e4f5a6b7',
  amount: 20001,
  received_at: '2026-11-15T09:30:00.000Z',
  transaction_id: 'txn_01a1dcc33c477feca0d6d2cee34c8ce8',
  holder: 'afara',
  message: 'We hold it and wait until it is clear what it pays for. Otherwise our staff decides.',
  expected_by: '2026-11-16T09:30:00.000Z',
}

const listUnmatchedOperation: Operation = {
  id: 'listUnmatched',
  tag: 'Transactions',
  summary: 'List payments that are not matched yet',
  description:
    'Naira that arrived for your business and are given to no transaction yet: what was paid into your own account, to the account number of one of your payments, or with the narration of one. Payers are not named. A payment without any of these is not listed, because it may belong to somebody else.',
  replies: {
    200: {
      description: 'The payments.',
      schema: UnmatchedReply,
      examples: {
        one: successExample('A payment of another amount', 'One payment is not matched yet.', {
          payments: [example],
          ...onlyPage,
        }),
      },
    },
  },
  refusals: [],
}

/** 200: the payments that wait. An empty list is the usual answer. */
export function listUnmatchedRoute(app: FastifyInstance, { pool }: AppDeps): void {
  app.get(
    '/transactions/v1/unmatched',
    { config: { access: 'read', operation: listUnmatchedOperation } },
    async (request) => {
      const credits = await listUnmatched(pool, keyOf(request).tenant, MOST)
      return {
        status: 'success',
        message: countOf(credits.length),
        payments: credits.map(toWire),
        ...onlyPage,
      }
    },
  )
}

function countOf(count: number): string {
  if (count === 0) return 'Every payment is matched.'
  return count === 1 ? 'One payment is not matched yet.' : `${count} payments are not matched yet.`
}

function toWire(credit: UnmatchedCredit) {
  return {
    id: formatId('credit', credit.id),
    amount: jsonNumber(credit.amount),
    received_at: credit.seenAt.toISOString(),
    transaction_id: credit.transactionId === null ? null : formatId('transaction', credit.transactionId),
    holder: 'afara',
    message: credit.isWithStaff
      ? 'We hold it. Our staff finds out what it pays for, or returns it.'
      : 'We hold it and wait until it is clear what it pays for. Otherwise our staff decides.',
    expected_by: credit.dueAt.toISOString(),
  }
}
