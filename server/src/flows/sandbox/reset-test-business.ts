import type { Clock } from '../../kernel/clock/clock.ts'
import { asTenant, type Pool, type Tenant } from '../../kernel/postgres/pool.ts'
import { type ResetCounts, resetSandbox } from '../../records/sandbox/reset-store.ts'
import { refuseLiveKey } from './refuse-live-key.ts'

/** A test business begins anew, as far as it may end things by itself. Safe to repeat. */
export async function resetTestBusiness(
  { pool, clock }: Readonly<{ pool: Pool; clock: Clock }>,
  tenant: Tenant,
): Promise<ResetCounts> {
  refuseLiveKey(tenant)
  return asTenant(pool, tenant, async (sql) => resetSandbox(sql, clock.now()))
}
