import { asTenant, type Pool, type Tenant } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Timeline } from '../../records/transactions/timeline-step.ts'
import { readOwnTimeline } from '../../records/transactions/timeline-store.ts'

/** Where the money of a transaction is and how it got there. Another business's does not exist for this one. */
export async function requireOwnTimeline(pool: Pool, tenant: Tenant, id: string): Promise<Timeline> {
  const timeline = await asTenant(pool, tenant, async (sql) => readOwnTimeline(sql, id))
  if (timeline === undefined) throw new Refusal('transaction_unknown', 'There is no such transaction.')
  return timeline
}
