import { inTransaction, type Pool } from '../../kernel/postgres/pool.ts'
import { assert } from '../../kernel/refusal.ts'
import { moveTransaction, type Transaction } from '../../records/transactions/transaction-store.ts'

/** Takes the next step of a buy that is due. A buy whose naira never came expires; what comes later is not lost. */
export async function advanceBuy(pool: Pool, buy: Transaction, now: Date): Promise<void> {
  assert(buy.status === 'pending_payment', `a buy that is ${buy.status} has no step that is due`)
  await inTransaction(pool, async (sql) => {
    await moveTransaction(sql, buy, { event: 'window_closed', at: now })
  })
}
