import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

/** The newest statement of a collection account. */
export type LastStatement = Readonly<{
  accountId: string
  mode: Mode
  runId: string
  days: Readonly<{ from: string; to: string }>
  openingMinor: bigint
  closingMinor: bigint
  /** With what the statement of the day before closed, if there is one. */
  closingBeforeMinor: bigint | undefined
  oursMinor: bigint
}>

export async function listLastStatements(sql: Sql): Promise<readonly LastStatement[]> {
  const { rows } = await sql.query<{
    account_id: string
    mode: Mode
    run_id: string
    first_day: string
    last_day: string
    opening: string
    closing: string
    before: string | null
    ours: string
  }>(
    `select v.id as account_id, v.mode, r.id as run_id, r.first_day::text, r.last_day::text, r.opening_minor::text as opening,
       r.closing_minor::text as closing, (
         select b.closing_minor::text from import_run b where b.vendor_account_id = v.id and b.last_day = r.first_day - 1
         order by b.imported_at desc, b.id desc limit 1) as before,
       account_sum(v.mode, 'bank', v.id::text, 'NGN')::text as ours
     from vendor_account v
     cross join lateral (
       select * from import_run i where i.vendor_account_id = v.id order by i.last_day desc, i.imported_at desc, i.id desc limit 1) r
     order by v.id`,
  )
  return rows.map((row) => ({
    accountId: row.account_id,
    mode: row.mode,
    runId: row.run_id,
    days: { from: row.first_day, to: row.last_day },
    openingMinor: BigInt(row.opening),
    closingMinor: BigInt(row.closing),
    closingBeforeMinor: row.before === null ? undefined : BigInt(row.before),
    oursMinor: BigInt(row.ours),
  }))
}

/** Lines of these days, by who told of them. A settled reading each: what a feed told, and how many only the statement has. */
export async function countTold(
  sql: Sql,
  accountId: string,
  { from, to }: LastStatement['days'],
): Promise<Readonly<{ lines: number; onlyStatement: number }>> {
  const { rows } = await sql.query<{ lines: number; only_statement: number }>(
    `select count(*)::integer as lines, count(*) filter (where not exists (
         select from bank_line_seat s where s.line_id = l.id and s.source <> 'statement'))::integer as only_statement
     from bank_line l
     where l.vendor_account_id = $1 and l.booked_at >= $2::date::timestamp at time zone 'Africa/Lagos'
       and l.booked_at < ($3::date + 1)::timestamp at time zone 'Africa/Lagos'`,
    [accountId, from, to],
  )
  return { lines: rows[0]?.lines ?? 0, onlyStatement: rows[0]?.only_statement ?? 0 }
}
