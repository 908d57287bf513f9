import type { FastifyInstance } from 'fastify'
import { readTransaction } from '../../../flows/transactions/read-transaction.ts'
import { machines } from '../../../records/transactions/machines.ts'
import type { AppDeps } from '../app-deps.ts'
import { toBuyTransaction } from '../buys/buy-wire.ts'
import { keyOf } from '../require-key.ts'
import { toSellTransaction } from '../sells/sell-wire.ts'
import { readTransactionOperation } from './read-transaction-operation.ts'
import { readTransactionId, TRANSACTION_PATH } from './transaction-path.ts'

/** 200: the transaction as its acceptance was answered, with where it has got to. */
export function readTransactionRoute(app: FastifyInstance, { pool }: AppDeps): void {
  app.get<{ Params: { id: string } }>(
    TRANSACTION_PATH,
    { config: { access: 'read', operation: readTransactionOperation } },
    async (request) => {
      const { tenant, linkTag } = keyOf(request)
      const found = await readTransaction(pool, tenant, readTransactionId(request.params))
      const transaction =
        found.type === 'buy'
          ? toBuyTransaction(found.buy, found.paidInto, linkTag)
          : toSellTransaction(found.sell, linkTag)
      const message = machines[found.type].meanings[transaction.status]?.sentence ?? ''
      return { status: 'success', message, transaction }
    },
  )
}
