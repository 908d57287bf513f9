import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { findTransactions } from '../../../flows/transactions/read-transactions.ts'
import { foundAs } from '../../../records/transactions/lists/transaction-list-store.ts'
import type { AppDeps } from '../app-deps.ts'
import { buyTransactionExample } from '../buys/initiate-buy-operation.ts'
import { closedObject, namedObject } from '../object-schemas.ts'
import { type Operation, successExample } from '../openapi/operation.ts'
import { successField, textReply, wordReply } from '../reply-fields.ts'
import { textField } from '../request-fields.ts'
import { keyOf } from '../require-key.ts'
import { AnyTransaction, toToldWire } from './told-transaction-wire.ts'

const FoundReply = namedObject('FoundReply', {
  status: successField,
  message: textReply('What it was found as.', 'Found as hash.'),
  found_as: wordReply(foundAs, 'What the text turned out to be. New words may come.'),
  transactions: Type.Array(AnyTransaction, {
    description: 'Nearly always one. A payment that was split between several buys leads to each of them.',
  }),
})

const findTransactionsOperation: Operation = {
  id: 'findTransactions',
  tag: 'Transactions',
  summary: 'Find a transaction by anything',
  description:
    'Which transaction is this about? Give whatever you have in hand, and get the transactions of yours that it leads to. What belongs to another business, or to the other mode, is unknown.',
  replies: {
    200: {
      description: 'What was found.',
      schema: FoundReply,
      examples: {
        hash: successExample('By the hash of a transfer', 'Found as hash.', {
          found_as: 'hash',
          transactions: [{ ...buyTransactionExample, status: 'completed' }],
        }),
      },
    },
  },
  refusals: ['transaction_unknown'],
}

const FindQuery = closedObject({
  id: textField(
    'Anything: an id of ours (txn_, crd_, trf_, pay_, dep_, evt_, lnk_), your reference or Idempotency-Key, the session id of a bank, the hash of a network, a deposit address.',
    ['txn_01a1dcc33c477feca0d6d2cee34c8ce8'],
    255,
  ),
})

/** 200: the key's own transactions that have to do with what was given. */
export function findTransactionsRoute(app: FastifyInstance, deps: AppDeps): void {
  app.get<{ Querystring: Static<typeof FindQuery> }>(
    '/transactions/v1/find',
    { schema: { querystring: FindQuery }, config: { access: 'read', operation: findTransactionsOperation } },
    async (request) => {
      const { tenant, linkTag } = keyOf(request)
      const { foundAs, transactions } = await findTransactions(deps, tenant, request.query.id.trim())
      return {
        status: 'success',
        message: `Found as ${foundAs.replaceAll('_', ' ')}.`,
        found_as: foundAs,
        transactions: transactions.map((told) => toToldWire(told, linkTag, deps.addresses)),
      }
    },
  )
}
