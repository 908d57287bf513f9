import type { Sql } from '../../kernel/postgres/pool.ts'
import type { Days } from '../feeds/statement-days.ts'

/** A line that feeds told us of and no statement has. */
export type UnprintedLine = Readonly<{
  lineId: string
  direction: 'credit' | 'debit'
  grossMinor: bigint
  settledMinor: bigint
  bookedAt: Date
  /** Who told us. */
  sources: readonly string[]
}>

/** Lines booked on days in Lagos that are in no statement, oldest first. */
export async function selectUnprintedLines(
  sql: Sql,
  accountId: string,
  { from, to }: Days,
): Promise<UnprintedLine[]> {
  const { rows } = await sql.query<{
    line_id: string
    direction: UnprintedLine['direction']
    gross_minor: string
    settled_minor: string
    booked_at: Date
    sources: string[]
  }>(
    `select l.id as line_id, l.direction, l.gross_minor, l.settled_minor, l.booked_at,
       array(select s.source::text from bank_line_sighting s where s.line_id = l.id order by s.seen_at, s.source) as sources
     from bank_line l
     where l.vendor_account_id = $1
       and l.booked_at >= $2::date::timestamp at time zone 'Africa/Lagos'
       and l.booked_at < ($3::date + 1)::timestamp at time zone 'Africa/Lagos'
       and not exists (select from bank_line_sighting s where s.line_id = l.id and s.source = 'statement')
     order by l.booked_at, l.id`,
    [accountId, from, to],
  )
  return rows.map((row) => ({
    lineId: row.line_id,
    direction: row.direction,
    grossMinor: BigInt(row.gross_minor),
    settledMinor: BigInt(row.settled_minor),
    bookedAt: row.booked_at,
    sources: row.sources,
  }))
}
