import type { Sql } from '../../kernel/postgres/pool.ts'
import type { Activity } from './activity.ts'

/** Returns the newest first. */
export async function listActivity(sql: Sql, businessId: string, most: number): Promise<readonly Activity[]> {
  const { rows } = await sql.query<Activity>(
    `select at, action, by_name as "byName", subject, mode, whom, role_before as "roleBefore", role_after as "roleAfter", about
     from business_activity($1, $2)`,
    [businessId, most],
  )
  return rows
}
