import type { Mode } from '../../kernel/mode.ts'
import type { Sql, Tenant } from '../../kernel/postgres/pool.ts'

/** How far the feeds of these businesses have got, by `business mode`; those without an event are left out. */
export async function readFeedHeads(
  sql: Sql,
  tenants: readonly Tenant[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql.query<{ business_id: string; mode: Mode; last_number: string }>({
    name: 'read_feed_heads',
    text: 'select business_id, mode, last_number from read_feed_heads($1, $2)',
    values: [tenants.map(({ businessId }) => businessId), tenants.map(({ mode }) => mode)],
  })
  return new Map(rows.map((row) => [feedName(row.business_id, row.mode), Number(row.last_number)]))
}

export function feedName(businessId: string, mode: Mode): string {
  return `${businessId} ${mode}`
}
