import type { Sql } from '../../kernel/postgres/pool.ts'
import type { Business } from './business.ts'

export type BusinessLine = Business &
  Readonly<{
    createdAt: Date
    liveStatus: string
    testStatus: string
    /** The number of API keys that work now, in both modes. */
    keyCount: number
  }>

export async function readBusinessLine(
  sql: Sql,
  id: string,
  { at }: Readonly<{ at: Date }>,
): Promise<BusinessLine | undefined> {
  const { rows } = await sql.query<BusinessLine>(
    `select b.id, b.name, b.link_tag as "linkTag", b.created_at as "createdAt",
       (select m.status from business_mode m where m.business_id = b.id and m.mode = 'live') as "liveStatus",
       (select m.status from business_mode m where m.business_id = b.id and m.mode = 'test') as "testStatus",
       (select count(*)::int from api_key k where k.business_id = b.id and k.revoked_at is null
         and (k.expires_at is null or k.expires_at > $2)) as "keyCount"
     from business b where b.id = $1`,
    [id, at],
  )
  return rows[0]
}
