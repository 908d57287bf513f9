import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

/** A credit as we recorded it from a source, to be found again at its bank. */
export type FeedCredit = Readonly<{
  readingId: string
  lineId: string | undefined
  accountId: string
  accountNumber: string
  mode: Mode
  source: string
  externalId: string
  grossMinor: bigint
  /** A statement that operators imported shows the day of the credit. */
  isImported: boolean
}>

type Row = Readonly<{
  reading_id: string
  line_id: string | null
  account_id: string
  account_number: string
  mode: Mode
  source: string
  external_id: string
  gross_minor: string
  is_imported: boolean
  xid: string
}>

const CREDIT = `select r.id as reading_id, s.line_id, r.vendor_account_id as account_id, v.account_number, v.mode, r.source, r.external_id,
    r.gross_minor::text, r.source = 'statement' and exists (
      select from import_run i where i.vendor_account_id = v.id and r.value_date between i.first_day and i.last_day) as is_imported,
    r.xid::text
  from bank_line_reading r join vendor_account v on v.id = r.vendor_account_id left join bank_line_assignment s on s.reading_id = r.id`

/**
 * Returns credits that were recorded after a database transaction, oldest first, and how far that reaches. Without a position, those of the
 * last hour. No transaction up to `through` can still commit.
 */
export async function listNewCredits(
  sql: Sql,
  after: string | undefined,
  at: Date,
  limit: number,
): Promise<Readonly<{ credits: readonly FeedCredit[]; through: string }>> {
  const { rows: marks } = await sql.query<{ after: string; through: string }>(
    `select coalesce($1, (select (min(r.xid) - 1)::text from bank_line_reading r where r.seen_at > $2), m.through) as after, m.through
     from (select (pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1)::text as through) m`,
    [after ?? null, new Date(at.getTime() - 3_600_000)],
  )
  const mark = marks[0]
  if (mark === undefined) throw new Error('PostgreSQL returned no position')
  const { rows } = await sql.query<Row>(
    `${CREDIT} where r.xid > $1 and r.xid <= $2 and r.direction = 'credit' order by r.xid limit $3`,
    [mark.after, mark.through, limit],
  )
  const last = rows.at(-1)
  // A page that is full may end within a commit, so the commit is read again.
  const through = rows.length < limit || last === undefined ? mark.through : String(BigInt(last.xid) - 1n)
  return { credits: rows.filter(({ xid }) => BigInt(xid) <= BigInt(through)).map(toCredit), through }
}

export async function listCredits(sql: Sql, readingIds: readonly string[]): Promise<readonly FeedCredit[]> {
  if (readingIds.length === 0) return []
  const { rows } = await sql.query<Row>(`${CREDIT} where r.id = any ($1)`, [readingIds])
  return rows.map(toCredit)
}

function toCredit(row: Row): FeedCredit {
  return {
    readingId: row.reading_id,
    lineId: row.line_id ?? undefined,
    accountId: row.account_id,
    accountNumber: row.account_number,
    mode: row.mode,
    source: row.source,
    externalId: row.external_id,
    grossMinor: BigInt(row.gross_minor),
    isImported: row.is_imported,
  }
}

/** Credits of an account that its bank did not know, and those about which it did not answer. */
export type OpenCredits = Readonly<{ unknown: readonly string[]; unasked: readonly string[] }>

export async function listOpenCredits(sql: Sql): Promise<readonly OpenCredits[]> {
  const { rows } = await sql.query<{ unknown: string; unasked: string }>(
    `select coalesce(basis ->> 'unknown', '') as unknown, coalesce(basis ->> 'unasked', basis ->> 'open', '') as unasked
     from reconciliation_scope where scope_kind = 'bank_lines' and scope <> 'position'`,
  )
  const idsOf = (text: string): string[] => (text === '' ? [] : text.split(' '))
  return rows.map(({ unknown, unasked }) => ({ unknown: idsOf(unknown), unasked: idsOf(unasked) }))
}
