import { asTenant, type Pool, type Tenant } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { ToldTransaction } from '../../records/transactions/told-transaction.ts'
import { selectTransactions } from '../../records/transactions/transaction-list-store.ts'

/** A buy, a sell or a withdrawal as it is now. Another business's does not exist for this one. */
export async function readTransaction(pool: Pool, tenant: Tenant, id: string): Promise<ToldTransaction> {
  const [found] = await asTenant(pool, tenant, async (sql) => selectTransactions(sql, tenant, [id]))
  if (found === undefined) throw new Refusal('transaction_unknown', 'There is no such transaction.')
  return found
}
