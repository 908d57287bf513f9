import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import type { Pool, Tenant } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'

export type Drill = Readonly<{ id: string; status: string }>

/** Records a drill, due at once; the same key again finds the first. The caller wakes the engine when this has returned. */
export async function startDrill(
  { pool, clock }: { pool: Pool; clock: Clock },
  tenant: Tenant,
  idempotencyKey: string | null,
): Promise<Drill & { isReplay: boolean }> {
  if (tenant.mode !== 'test')
    throw new Refusal('test_mode_only', 'A drill needs a test key: it never touches live rails.')
  const id = newId()
  const { rows } = await pool.query<Drill & { isReplay: boolean }>(
    'select id, status, is_replay as "isReplay" from accept_drill($1, $2, $3, $4, $5)',
    [id, tenant.businessId, `drill-${id}`, idempotencyKey, clock.now()],
  )
  if (rows[0] !== undefined) return rows[0]
  throw new Refusal(
    'idempotency_key_conflict',
    'This Idempotency-Key was used for something that is not a drill: choose a new one.',
  )
}
