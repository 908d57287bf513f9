import { newId } from '../../kernel/ids/ids.ts'
import { type Decimal, parseDecimal } from '../../kernel/money/decimal.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { assert } from '../../kernel/refusal.ts'
import type { OperatorRate } from './judge-pair.ts'
import type { Pair } from './pair.ts'
import { type RateTable, type RateTableName, rateTableNames, writeRates } from './rate-table.ts'

/** A published table. */
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

/** Returns the last published version of each table, expired or not. Ordered by transaction number, so clocks do not matter. */
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

/** Returns the newest rate that operators set for each pair. If the newest has expired, an earlier one does not count. */
export async function selectOperatorRates(sql: Sql, now: Date): Promise<OperatorRate[]> {
  const { rows } = await sql.query<{ pair: Pair; bid: string; ask: string; setAt: Date; expiresAt: Date }>(
    `select * from (
       select distinct on (pair) pair, bid, ask, set_at as "setAt", expires_at as "expiresAt"
       from operator_rate where set_at <= $1 order by pair, set_at desc, id desc) newest
     where "expiresAt" > $1`,
    [now],
  )
  return rows.map((row) => ({ ...row, bid: fromNumeric(row.bid), ask: fromNumeric(row.ask) }))
}

/** Takes the turn to publish rates and returns its number. Undefined while another worker has the turn. */
export async function takeRateTurn(
  sql: Sql,
  turn: Readonly<{ at: Date; turnMs: number }>,
): Promise<bigint | undefined> {
  const { rows } = await sql.query<{ number: string | null }>('select take_rate_turn($1, $2) as number', [
    turn.at,
    turn.turnMs,
  ])
  const number = rows[0]?.number
  return number == null ? undefined : BigInt(number)
}

/** Holds the turn until the caller's transaction ends. Returns false if another worker has taken it. */
export async function holdRateTurn(sql: Sql, number: bigint): Promise<boolean> {
  const { rows } = await sql.query<{ held: boolean }>('select hold_rate_turn($1) as held', [
    number.toString(),
  ])
  return rows[0]?.held === true
}

/** Parses numeric(38, 18), which PostgreSQL prints without an exponent. */
export function fromNumeric(text: string): Decimal {
  const value = parseDecimal(text)
  assert(value !== undefined, `${text} from the database must be a decimal`)
  return value
}
