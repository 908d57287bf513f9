import { newId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { type RateTable, type RateTableName, rateTableNames, writeRates } from './rate-table.ts'

/** A table as it is served. */
export type PublishedTable = Readonly<{
  name: RateTableName
  /** JSON, ready to be sent. */
  body: string
  publishedAt: Date
  asOf: Date
  expiresAt: Date
}>

export async function insertRateTable(sql: Sql, table: RateTable, publishedAt: Date): Promise<void> {
  await sql.query(
    `insert into rate_table (id, name, published_at, as_of, expires_at, body) values ($1, $2, $3, $4, $5, $6)`,
    [newId(), table.name, publishedAt, table.asOf, table.expiresAt, writeRates(table.rates)],
  )
}

/** What was published last of each, by nobody's clock; expired or not. */
export async function selectRateTables(sql: Sql): Promise<PublishedTable[]> {
  const { rows } = await sql.query<PublishedTable>(
    `select t.* from unnest($1::text[]) n (name)
     cross join lateral (
       select name, body, published_at as "publishedAt", as_of as "asOf", expires_at as "expiresAt"
       from rate_table where name = n.name order by xid desc limit 1) t`,
    [rateTableNames],
  )
  return rows
}
