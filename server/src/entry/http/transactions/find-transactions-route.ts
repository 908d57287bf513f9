import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { findTransactions } from '../../../flows/transactions/read-transactions.ts'
import { foundAs } from '../../../records/transactions/lists/transaction-list-store.ts'
import type { AppDeps } from '../app-deps.ts'
import { buyTransactionExample } from '../buys/initiate-buy-operation.ts'
import { onlyPage, pageReplyFields } from '../list-query.ts'
import { closedObject, namedObject } from '../object-schemas.ts'
import { type Operation, successExample } from '../openapi/operation.ts'
import { successField, textReply, wordReply } from '../reply-fields.ts'
import { textField } from '../request-fields.ts'
import { keyOf } from '../require-key.ts'
import { AnyTransaction, toToldWire } from './told-transaction-wire.ts'

const FoundReply = namedObject('FoundReply', {
  status: successField,
  message: textReply('What the search matched.', 'Matched hash.'),
  found_as: wordReply(foundAs, 'The kind of value that matched. New values may be added.'),
  transactions: Type.Array(AnyTransaction, {
    description: 'Usually one. A payment that was split between several buys returns each of them.',
  }),
  ...pageReplyFields,
})

const findTransactionsOperation: Operation = {
  id: 'findTransactions',
  tag: 'Transactions',
  summary: 'Find a transaction',
  description:
    'Finds your transactions by any id or reference. Transactions of another business or the other mode are not found.',
  replies: {
    200: {
      description: 'The matching transactions.',
      schema: FoundReply,
      examples: {
        hash: successExample('By the hash of a transfer', 'Matched hash.', {
          found_as: 'hash',
          transactions: [{ ...buyTransactionExample, status: 'completed' }],
          ...onlyPage,
        }),
      },
    },
  },
  refusals: ['transaction_unknown'],
}

const FindQuery = closedObject({
  id: textField(
    'One of our ids (txn_, crd_, trf_, pay_, dep_, evt_, lnk_), your reference or Idempotency-Key, a bank session id, a network hash, or a deposit address.',
    ['txn_01a1dcc33c477feca0d6d2cee34c8ce8'],
    255,
  ),
})

/** 200: the transactions of the key's business that the given id belongs to. */
export function findTransactionsRoute(app: FastifyInstance, deps: AppDeps): void {
  app.get<{ Querystring: Static<typeof FindQuery> }>(
    '/transactions/v1/find',
    {
      schema: { querystring: FindQuery },
      config: { access: 'read', cost: 5, operation: findTransactionsOperation },
    },
    async (request) => {
      const { tenant, linkTag } = keyOf(request)
      const { foundAs, transactions } = await findTransactions(deps, tenant, request.query.id.trim())
      return {
        status: 'success',
        message: `Matched ${foundAs.replaceAll('_', ' ')}.`,
        found_as: foundAs,
        transactions: transactions.map((told) => toToldWire(told, linkTag, deps.addresses)),
        ...onlyPage,
      }
    },
  )
}
