import type { Pool, Tenant } from '../../../kernel/postgres/pool.ts'

export type Drill = Readonly<{ id: string; status: string }>

/** Records a drill that is due at once, or finds the drill with the same key. Undefined if the key belongs to another request. */
export async function acceptDrill(
  pool: Pool,
  { businessId }: Tenant,
  drill: Readonly<{ id: string; idempotencyKey: string | null; at: Date }>,
): Promise<(Drill & { isReplay: boolean }) | undefined> {
  const { id, idempotencyKey, at } = drill
  const { rows } = await pool.query<Drill & { isReplay: boolean }>(
    'select id, status, is_replay as "isReplay" from accept_drill($1, $2, $3, $4, $5)',
    [id, businessId, `drill-${id}`, idempotencyKey, at],
  )
  return rows[0]
}
