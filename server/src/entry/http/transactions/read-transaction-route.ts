import type { FastifyInstance } from 'fastify'
import { readTransaction } from '../../../flows/transactions/read-transactions.ts'
import { machines } from '../../../records/transactions/machines/machines.ts'
import type { AppDeps } from '../app-deps.ts'
import { keyOf } from '../require-key.ts'
import { readTransactionOperation } from './read-transaction-operation.ts'
import { toToldWire } from './told-transaction-wire.ts'
import { readTransactionId, TRANSACTION_PATH } from './transaction-path.ts'

/** 200: the transaction as its acceptance was answered, with where it has got to. */
export function readTransactionRoute(app: FastifyInstance, { pool, addresses }: AppDeps): void {
  app.get<{ Params: { id: string } }>(
    TRANSACTION_PATH,
    { config: { access: 'read', operation: readTransactionOperation } },
    async (request) => {
      const { tenant, linkTag } = keyOf(request)
      const found = await readTransaction(pool, tenant, readTransactionId(request.params))
      const transaction = toToldWire(found, linkTag, addresses)
      const message = machines[found.type].meanings[transaction.status]?.sentence ?? ''
      return { status: 'success', message, transaction }
    },
  )
}
