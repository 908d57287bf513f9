import { hash } from 'node:crypto'
import type { Sql } from '@afara/server/kernel/postgres/pool.ts'

const CONTENT = '{"submitted": "by a test"}'

/** The digest of the file that `submitFile` submits, as a decision names it. */
export const SUBMITTED_DIGEST = hash('sha256', CONTENT)

/** Submits a go-live file as a member of the business would, without its contents. For tests and proofs only. Safe to repeat. */
export async function submitFile(sql: Sql, business: string): Promise<void> {
  await sql.query(
    `with b as (select id from business where $1 in (link_tag, id::text)),
     m as (
       insert into member (id, email, name, created_at, email_confirmed_at)
         select uuidv7(), b.id || '@go-live.test', 'Somebody', now(), now() from b
         on conflict (email) where email_confirmed_at is not null do update set name = excluded.name returning id
     )
     insert into go_live_file (business_id, version, content, digest, submitted_by, submitted_at)
       select b.id, 1, $2::text, sha256(convert_to($2::text, 'UTF8')), m.id, now() from b, m on conflict do nothing`,
    [business, CONTENT],
  )
}

/** Lets a business use live mode without a limit, as two operators would decide. For tests and proofs only. */
export async function goLive(sql: Sql, business: string): Promise<void> {
  await submitFile(sql, business)
  await sql.query(
    `update business_mode set status = 'active', tier = 3, daily_limit_minor = null, velocity_hour_minor = null,
       velocity_wallet_day_minor = null
     where mode = 'live' and business_id = (select id from business where $1 in (link_tag, id::text))`,
    [business],
  )
}
