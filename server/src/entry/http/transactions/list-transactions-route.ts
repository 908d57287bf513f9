import type { FastifyInstance } from 'fastify'
import { selectTransactionPage } from '../../../records/transactions/lists/transaction-list-store.ts'
import type { AppDeps } from '../app-deps.ts'
import { writeCursor } from '../page-cursor.ts'
import { keyOf } from '../require-key.ts'
import { listTransactionsOperation } from './list-transactions-operation.ts'
import { toToldWire } from './told-transaction-wire.ts'
import { readFilter, readPlace, TransactionsQuery } from './transactions-query.ts'

/** 200: a page of the key's own transactions, each as reading it alone answers. */
export function listTransactionsRoute(app: FastifyInstance, { pool, addresses }: AppDeps): void {
  app.get<{ Querystring: TransactionsQuery }>(
    '/transactions/v1',
    {
      schema: { querystring: TransactionsQuery },
      config: { access: 'read', operation: listTransactionsOperation },
    },
    async (request) => {
      const { tenant, linkTag } = keyOf(request)
      const filter = readFilter(request.query)
      const page = await selectTransactionPage(pool, tenant, filter, readPlace(request.query))
      const transactions = page.transactions.map((told) => toToldWire(told, linkTag, addresses))
      const next = page.nextBefore === undefined ? null : writeCursor('transactions', page.nextBefore)
      const message = next === null ? 'This is the last page.' : 'There is more: ask again with after = next.'
      return { status: 'success', message, transactions, next }
    },
  )
}
