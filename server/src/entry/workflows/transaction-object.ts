import { type AdvanceDeps, advanceTransaction } from '../../flows/advance/advance-transaction.ts'
import type { Driven } from '../../records/transactions/driven-store.ts'
import type { TransactionType } from '../../records/transactions/machines.ts'
import { createDurableObject } from './durable-object.ts'

/** One durable object per transaction. */
export function createTransactionObject<T extends Driven>(type: TransactionType, deps: AdvanceDeps<T>) {
  return createDurableObject(type, async (id) => advanceTransaction(deps, type, id), deps.clock)
}
