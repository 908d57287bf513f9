import { newId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Pool } from '../../kernel/postgres/pool.ts'
import { assert } from '../../kernel/refusal.ts'
import { moveTransaction, type Transaction } from '../../records/transactions/transaction-store.ts'
import { openUnderpaidCase } from '../../records/transactions/underpaid-store.ts'

const UNDERPAID_DUE_MS = 24 * 60 * 60 * 1000

/**
 * Takes the next step of a buy that is due. A buy whose naira never came expires; what comes later is not lost. For one whose
 * naira came only in part people decide: nothing goes back by itself.
 */
export async function advanceBuy(pool: Pool, buy: Transaction, now: Date): Promise<void> {
  if (buy.status === 'part_paid') {
    const dueAt = new Date(now.getTime() + UNDERPAID_DUE_MS)
    await openUnderpaidCase(pool, { id: newId(), transactionId: buy.id, at: now, dueAt })
    return
  }
  assert(buy.status === 'pending_payment', `a buy that is ${buy.status} has no step that is due`)
  await inTransaction(pool, async (sql) => {
    await moveTransaction(sql, buy, { event: 'window_closed', at: now })
  })
}
