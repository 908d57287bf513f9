import { type AdvanceDeps, advanceTransaction } from '../../flows/advance/advance-transaction.ts'
import type { TransactionType } from '../../records/transactions/machines.ts'
import { createDurableObject } from './durable-object.ts'

/** One durable object per transaction. */
export function createTransactionObject(type: TransactionType, deps: AdvanceDeps) {
  return createDurableObject(type, async (id) => advanceTransaction(deps, type, id), deps.clock)
}
