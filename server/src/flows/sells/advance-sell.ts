import { inTransaction, type Pool } from '../../kernel/postgres/pool.ts'
import { assert } from '../../kernel/refusal.ts'
import { moveTransaction, type Transaction } from '../../records/transactions/transaction-store.ts'

/** Takes the next step of a sell that is due. A sell whose tokens never came expires; what comes later is not lost. */
export async function advanceSell(pool: Pool, sell: Transaction, now: Date): Promise<void> {
  assert(sell.status === 'pending_deposit', `a sell that is ${sell.status} has no step that is due`)
  await inTransaction(pool, async (sql) => {
    await moveTransaction(sql, sell, { event: 'window_closed', at: now })
  })
}
