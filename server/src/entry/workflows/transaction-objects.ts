import type { Step } from '../../flows/advance/advance-transaction.ts'
import { advanceBuy } from '../../flows/buys/advance-buy.ts'
import { advanceDrill } from '../../flows/drills/advance-drill.ts'
import { advanceSell } from '../../flows/sells/advance-sell.ts'
import type { TransactionType } from '../../records/transactions/machines.ts'
import { createTransactionObject } from './transaction-object.ts'
import type { WorkerDeps } from './worker-deps.ts'

/** The durable objects of this worker, one per type of transaction. */
export function createTransactionObjects({ pool, clock, logger }: WorkerDeps) {
  const steps: Readonly<Record<TransactionType, Step>> = {
    buy: async (buy, now) => advanceBuy(pool, buy, now),
    sell: async (sell, now) => advanceSell(pool, sell, now),
    drill: async (drill, now) => advanceDrill(pool, drill, now),
  }
  return Object.entries(steps).map(([type, step]) =>
    createTransactionObject(type as TransactionType, {
      pool,
      clock,
      step,
      onFailure: ({ id, status }, error) =>
        logger.error({ transactionId: id, status, err: error }, 'a step failed and will be tried again'),
    }),
  )
}
