import type { Sql } from '@afara/server/kernel/postgres/pool.ts'

/** Lets a business use live mode without a limit, as two operators would decide. For tests and proofs only. */
export async function goLive(sql: Sql, business: string): Promise<void> {
  await sql.query(
    `update business_mode set status = 'active', daily_limit_minor = null, velocity_hour_minor = null, velocity_wallet_day_minor = null
     where mode = 'live' and business_id = (select id from business where $1 in (link_tag, id::text))`,
    [business],
  )
}
