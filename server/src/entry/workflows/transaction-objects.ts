import { advanceDrill } from '../../flows/drills/advance-drill.ts'
import { createTransactionObject } from './transaction-object.ts'
import type { WorkerDeps } from './worker-deps.ts'

/** The durable objects of this worker, one per type of transaction. */
export function createTransactionObjects({ pool, clock, logger }: WorkerDeps) {
  return [
    createTransactionObject('drill', {
      pool,
      clock,
      onFailure: ({ id, status }, error) =>
        logger.error({ transactionId: id, status, err: error }, 'a step failed and will be tried again'),
      step: async (drill, now) => {
        await advanceDrill(pool, drill, now)
      },
    }),
  ]
}
