import { advanceDrill } from '../../flows/drills/advance-drill.ts'
import { createTransactionObject } from './transaction-object.ts'
import type { WorkerDeps } from './worker-deps.ts'

/** The durable objects of this worker, one per type of transaction. */
export function createTransactionObjects({ pool, clock }: Pick<WorkerDeps, 'pool' | 'clock'>) {
  return [
    createTransactionObject('drill', {
      pool,
      clock,
      step: async (drill, now) => {
        await advanceDrill(pool, drill, now)
      },
    }),
  ]
}
