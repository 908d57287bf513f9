import { asTenant, type Pool, type Tenant } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { findTransaction } from '../../records/transactions/transaction-store.ts'
import type { Drill } from './start-drill.ts'

/** Another business's drill does not exist for this one. */
export async function readDrill(pool: Pool, tenant: Tenant, id: string): Promise<Drill> {
  const found = await asTenant(pool, tenant, async (sql) => findTransaction(sql, id))
  const isTheirs =
    found?.type === 'drill' && found.businessId === tenant.businessId && found.mode === tenant.mode
  if (!isTheirs) throw new Refusal('transaction_unknown', 'There is no such drill.')
  return { id: found.id, status: found.status }
}
