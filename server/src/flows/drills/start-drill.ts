import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import type { Pool, Tenant } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'

export type Drill = Readonly<{ id: string; status: string }>

/** Records a drill, due at once. The caller wakes the engine when this has returned. */
export async function startDrill(
  { pool, clock }: { pool: Pool; clock: Clock },
  tenant: Tenant,
): Promise<Drill> {
  if (tenant.mode !== 'test')
    throw new Refusal('test_mode_only', 'A drill needs a test key: it never touches live rails.')
  const id = newId()
  const { rows } = await pool.query<{ status: string }>('select accept_drill($1, $2, $3, $4) as status', [
    id,
    tenant.businessId,
    `drill-${id}`,
    clock.now(),
  ])
  return { id, status: rows[0]?.status ?? '' }
}
