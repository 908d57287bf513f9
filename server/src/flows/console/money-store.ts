import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

/** What a float had at the end of a day in Lagos, and what left it that day. */
export type FloatDay = Readonly<{ day: string; closingMinor: bigint; outMinor: bigint }>

/** Returns the days of each float, oldest first. The key is the owner in the ledger: `Polygon:1`, or the id of a payout account. */
export async function selectFloatHistory(
  sql: Sql,
  mode: Mode,
  { days, at }: Readonly<{ days: number; at: Date }>,
): Promise<ReadonlyMap<string, readonly FloatDay[]>> {
  const { rows } = await sql.query<{ owner: string; day: string; closing: string; out: string }>(
    `select owner, day::text, closing_minor::text as closing, out_minor::text as out
     from console_float_history($1, $2, $3) order by owner, day`,
    [mode, days, at],
  )
  const byOwner = Map.groupBy(rows, ({ owner }) => owner)
  return new Map(
    [...byOwner].map(([owner, all]) => [
      owner,
      all.map(({ day, closing, out }) => ({
        day,
        closingMinor: BigInt(closing),
        outMinor: BigInt(out),
      })),
    ]),
  )
}

export const suspenseAges = ['hour', 'day', 'week', 'older'] as const

/** Money that arrived and belongs to nobody yet, of one age. */
export type Suspense = Readonly<{
  asset: 'NGN' | 'NGNC'
  age: (typeof suspenseAges)[number]
  count: number
  minor: bigint
  /** The oldest: a credit if it is naira, the transaction if it is tokens. */
  oldestId: string
  oldestAt: Date
}>

export async function selectSuspense(sql: Sql, mode: Mode, at: Date): Promise<readonly Suspense[]> {
  const { rows } = await sql.query<Omit<Suspense, 'count' | 'minor'> & { count: string; minor: string }>(
    `select asset, age, count::text, minor::text, oldest_id as "oldestId", oldest_at as "oldestAt" from console_suspense($1, $2)
     order by asset, array_position('{hour,day,week,older}', age)`,
    [mode, at],
  )
  return rows.map((row) => ({ ...row, count: Number(row.count), minor: BigInt(row.minor) }))
}

export type BusinessDebt = Readonly<{
  businessId: string
  name: string
  asset: 'NGN' | 'NGNC'
  minor: bigint
}>

/** Returns what businesses owe us, the largest first. */
export async function selectBusinessDebts(sql: Sql, mode: Mode): Promise<readonly BusinessDebt[]> {
  const { rows } = await sql.query<Omit<BusinessDebt, 'minor'> & { minor: string }>(
    `select business_id as "businessId", name, asset, minor::text from console_business_debts($1)`,
    [mode],
  )
  return rows.map((row) => ({ ...row, minor: BigInt(row.minor) }))
}

/** Returns the ids of the newest transactions of a mode. */
export async function selectNewest(sql: Sql, mode: Mode, most: number): Promise<readonly string[]> {
  const { rows } = await sql.query<{ id: string }>(
    'select console_newest as id from console_newest($1, $2)',
    [mode, most],
  )
  return rows.map(({ id }) => id)
}

/** One of our accounts that receives naira, and the last day of which we have a statement. */
export type CollectionAccount = Readonly<{
  id: string
  name: string
  bankName: string
  accountNumber: string
  state: string
  lastStatementDay: string | null
}>

export async function selectCollectionAccounts(sql: Sql, mode: Mode): Promise<readonly CollectionAccount[]> {
  const { rows } = await sql.query<CollectionAccount>(
    `select v.id, v.name, v.bank_name as "bankName", v.account_number as "accountNumber", v.state,
       (select max(r.last_day)::text from import_run r where r.vendor_account_id = v.id) as "lastStatementDay"
     from vendor_account v where v.mode = $1 and v.state <> 'closed' order by v.bank_name, v.account_number`,
    [mode],
  )
  return rows
}

/** What we have recorded of an account for some days. */
export type RecordedDays = Readonly<{
  credits: Readonly<{ count: number; minor: bigint }>
  debits: Readonly<{ count: number; minor: bigint }>
}>

export async function readRecordedDays(
  sql: Sql,
  accountId: string,
  { from, to }: Readonly<{ from: string; to: string }>,
): Promise<RecordedDays> {
  const { rows } = await sql.query<{ direction: string; count: string; minor: string }>(
    `select direction, count(*)::text as count, sum(settled_minor::numeric)::text as minor from bank_line
     where vendor_account_id = $1 and value_date between $2 and $3 group by direction`,
    [accountId, from, to],
  )
  const of = (direction: string) => {
    const row = rows.find((one) => one.direction === direction)
    return { count: Number(row?.count ?? 0), minor: BigInt(row?.minor ?? '0') }
  }
  return { credits: of('credit'), debits: of('debit') }
}
