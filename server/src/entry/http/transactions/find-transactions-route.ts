import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { findTransactions } from '../../../flows/transactions/read-transactions.ts'
import type { AppDeps } from '../app-deps.ts'
import { textField } from '../request-fields.ts'
import { keyOf } from '../require-key.ts'
import { findTransactionsOperation } from './find-transactions-operation.ts'
import { toToldWire } from './told-transaction-wire.ts'

const FindQuery = Type.Object(
  {
    id: textField(
      'Anything: an id of ours (txn_, crd_, trf_, pay_, dep_, evt_, lnk_), your reference or Idempotency-Key, the session id of a bank, the hash of a network, a deposit address.',
      ['txn_01a1dcc33c477feca0d6d2cee34c8ce8'],
      255,
    ),
  },
  { additionalProperties: false },
)

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
