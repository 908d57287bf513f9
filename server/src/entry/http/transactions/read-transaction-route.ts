import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { readTransaction, requireOwnTimeline } from '../../../flows/transactions/read-transactions.ts'
import type { AppDeps } from '../app-deps.ts'
import { BuyTransaction } from '../buys/buy-wire.ts'
import { buyTransactionExample } from '../buys/initiate-buy-operation.ts'
import { namedObject } from '../object-schemas.ts'
import { type Operation, successExample } from '../openapi/operation.ts'
import { successField, textReply } from '../reply-fields.ts'
import { keyOf } from '../require-key.ts'
import { SellTransaction } from '../sells/sell-wire.ts'
import { WithdrawalTransaction } from '../withdrawals/withdrawal-wire.ts'
import { receivedField, toReceivedWire } from './received-wire.ts'
import { readTransactionId, TRANSACTION_PATH, TransactionPath, toToldWire } from './told-transaction-wire.ts'

const TransactionReply = namedObject('TransactionReply', {
  status: successField,
  message: textReply('The current status in a sentence.', 'The tokens have arrived.'),
  transaction: Type.Union([BuyTransaction, SellTransaction, WithdrawalTransaction]),
  received: receivedField,
})

const readTransactionOperation: Operation = {
  id: 'readTransaction',
  tag: 'Transactions',
  summary: 'Read a transaction',
  description:
    'A buy, a sell or a withdrawal in the form in which it was accepted, with its current status. A transaction of another business or the other mode returns 404.',
  parameters: { path: TransactionPath },
  replies: {
    200: {
      description: 'The transaction.',
      schema: TransactionReply,
      examples: {
        completed: successExample('A buy whose tokens were delivered', 'The tokens have arrived.', {
          transaction: { ...buyTransactionExample, status: 'completed' },
          received: {
            amount: 25000.5,
            matched: true,
            holder: 'recipient',
            message: 'The tokens have arrived.',
            expected_by: null,
          },
        }),
      },
    },
  },
  refusals: ['transaction_unknown', 'not_found'],
}

/** 200: the transaction in the format of its acceptance, with its current status. */
export function readTransactionRoute(app: FastifyInstance, { pool, addresses }: AppDeps): void {
  app.get<{ Params: { id: string } }>(
    TRANSACTION_PATH,
    { config: { access: 'read', operation: readTransactionOperation } },
    async (request) => {
      const { tenant, linkTag } = keyOf(request)
      const id = readTransactionId(request.params)
      const found = await readTransaction(pool, tenant, id)
      const transaction = toToldWire(found, linkTag, addresses)
      // The same sentence as in the timeline: it knows of naira that has arrived and is not matched yet.
      const timeline = await requireOwnTimeline(pool, tenant, id)
      return {
        status: 'success',
        message: timeline.sentence,
        transaction,
        received: toReceivedWire(timeline),
      }
    },
  )
}
