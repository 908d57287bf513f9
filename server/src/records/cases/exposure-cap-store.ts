import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

/** How much a business may be given on trust at a time. */
export async function readExposureCap(
  sql: Sql,
  of: Readonly<{ businessId: string; mode: Mode }>,
): Promise<bigint> {
  const { rows } = await sql.query<{ cap: string }>(
    'select exposure_cap_minor as cap from business_mode where business_id = $1 and mode = $2',
    [of.businessId, of.mode],
  )
  return BigInt(rows[0]?.cap ?? '0')
}
