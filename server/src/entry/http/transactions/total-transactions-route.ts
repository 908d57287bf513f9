import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { jsonNumber, money } from '../../../kernel/money/money.ts'
import { asTenant } from '../../../kernel/postgres/pool.ts'
import {
  type TransactionTotal,
  totalTransactions,
} from '../../../records/transactions/lists/transaction-list-store.ts'
import type { AppDeps } from '../app-deps.ts'
import { namedObject } from '../object-schemas.ts'
import { type Operation, successExample } from '../openapi/operation.ts'
import { amountReply, successField, textReply, wordReply } from '../reply-fields.ts'
import { keyOf } from '../require-key.ts'
import { ExportQuery, readFilter } from './list-transactions-route.ts'

const typeWords = { buy: 'Buy', sell: 'Sell', withdrawal: 'Withdrawal' } as const

const TotalsReply = namedObject('TransactionTotalsReply', {
  status: successField,
  message: textReply('Tells you whether everything is counted.', 'Every matching transaction is counted.'),
  totals: Type.Array(
    namedObject('TransactionTotal', {
      type: wordReply(Object.values(typeWords), 'Buy, Sell or Withdrawal.'),
      status: textReply('A status. New values may be added.', 'completed'),
      count: Type.Integer({ description: 'How many there are.', minimum: 0, examples: [41] }),
      amount: amountReply('The sum of their amounts.', 3912500),
      paid_amount: Type.Optional(amountReply('Only for buys: the naira that has arrived for them.', 3912499)),
    }),
    { description: 'One row for each type and status that occurs.' },
  ),
  is_complete: Type.Boolean({
    description: 'False if there are so many transactions that only the newest were counted.',
    examples: [true],
  }),
})

const totalTransactionsOperation: Operation = {
  id: 'totalTransactions',
  tag: 'Transactions',
  summary: 'Add up transactions',
  description:
    'How many matching transactions there are of each type and status, the sum of their amounts, and for buys the sum of what has arrived. It takes the filters of the list, and reads at most your newest 10,000 transactions.',
  replies: {
    200: {
      description: 'The totals.',
      schema: TotalsReply,
      examples: {
        today: successExample('A day', 'Every matching transaction is counted.', {
          totals: [
            { type: 'Buy', status: 'completed', count: 41, amount: 3912500, paid_amount: 3912499 },
            { type: 'Sell', status: 'paying_out', count: 2, amount: 505000 },
          ],
          is_complete: true,
        }),
      },
    },
  },
  refusals: ['network_unknown'],
}

/** 200: how much is where. */
export function totalTransactionsRoute(app: FastifyInstance, { pool }: AppDeps): void {
  app.get<{ Querystring: ExportQuery }>(
    '/transactions/v1/totals',
    {
      schema: { querystring: ExportQuery },
      attachValidation: true,
      config: { access: 'read', cost: 5, operation: totalTransactionsOperation },
    },
    async (request) => {
      const filter = readFilter(request)
      const { totals, isCut } = await asTenant(pool, keyOf(request).tenant, async (sql) =>
        totalTransactions(sql, filter),
      )
      return {
        status: 'success',
        message: isCut
          ? 'Only your newest transactions are counted. Send from and to.'
          : 'Every matching transaction is counted.',
        totals: totals.map(toTotalWire),
        is_complete: !isCut,
      }
    },
  )
}

function toTotalWire({ type, status, count, minor, paidMinor }: TransactionTotal) {
  const word = type === 'buy' || type === 'sell' || type === 'withdrawal' ? typeWords[type] : type
  // One NGNC is one naira, so both are written alike.
  return {
    type: word,
    status,
    count,
    amount: jsonNumber(money('NGN', minor)),
    ...(paidMinor !== undefined && { paid_amount: jsonNumber(money('NGN', paidMinor)) }),
  }
}
