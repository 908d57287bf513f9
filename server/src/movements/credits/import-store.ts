import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { type SnakeRow, toCamel } from '../../kernel/postgres/rows.ts'
import type { Days } from '../feeds/statement.ts'
import type { ComparedLine, DuplicateLine, MissingLine } from './duplicate-lines.ts'

/** One imported file and its result. */
type ImportRun = Readonly<{
  id: string
  mode: Mode
  accountId: string
  profile: string
  /** SHA-256 of the file. */
  digest: Buffer
  operatorId: string
  reason: string
  days: Days
  openingMinor: bigint
  closingMinor: bigint
  counts: Readonly<{ new: number; known: number; aside: number }>
  importedAt: Date
}>

export async function insertImportRun(sql: Sql, run: ImportRun): Promise<void> {
  await sql.query(
    `insert into import_run (id, mode, vendor_account_id, profile, file_digest, operator_id, reason, first_day, last_day,
       opening_minor, closing_minor, new_count, known_count, quarantined_count, imported_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      run.id,
      run.mode,
      run.accountId,
      run.profile,
      run.digest,
      run.operatorId,
      run.reason.trim(),
      run.days.from,
      run.days.to,
      run.openingMinor,
      run.closingMinor,
      run.counts.new,
      run.counts.known,
      run.counts.aside,
      run.importedAt,
    ],
  )
}

/** Returns when exactly this file was imported for the account; undefined if it was not. */
export async function findImportOfFile(
  sql: Sql,
  accountId: string,
  digest: Buffer,
): Promise<Date | undefined> {
  const { rows } = await sql.query<{ at: Date }>(
    'select imported_at as at from import_run where vendor_account_id = $1 and file_digest = $2',
    [accountId, digest],
  )
  return rows[0]?.at
}

/**
 * Returns the closing balance of the newest import that ends on the day before the period, and the opening balance of the newest import
 * that begins on the day after it.
 */
export async function findNeighbours(
  sql: Sql,
  accountId: string,
  { from, to }: Days,
): Promise<{ closingBeforeMinor: bigint | undefined; openingAfterMinor: bigint | undefined }> {
  const { rows } = await sql.query<{ before: string | null; after: string | null }>(
    `select
       (select closing_minor from import_run where vendor_account_id = $1 and last_day = $2::date - 1
          order by imported_at desc, id desc limit 1) as before,
       (select opening_minor from import_run where vendor_account_id = $1 and first_day = $3::date + 1
          order by imported_at desc, id desc limit 1) as after`,
    [accountId, from, to],
  )
  const read = (text: string | null | undefined) => (typeof text === 'string' ? BigInt(text) : undefined)
  return { closingBeforeMinor: read(rows[0]?.before), openingAfterMinor: read(rows[0]?.after) }
}

/** Blocks a new credit until an operator has decided whether the bank really has it in addition to the other line. */
export async function holdDuplicateLine(
  sql: Sql,
  { lineId, otherLineId }: DuplicateLine,
  at: Date,
): Promise<void> {
  await sql.query('select block_possible_duplicate($1, $2, $3)', [lineId, otherLineId, at])
}

/**
 * Returns which of these rows the import that opened a case recorded first. The import is repeated after its operator has signed, or after an
 * interruption, and then finds its own rows recorded.
 */
export async function selectFirstRecorded(
  sql: Sql,
  caseId: string,
  externalIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query<{ id: string }>(
    `select r.external_id as id from case_file c
     join bank_line_reading r on r.vendor_account_id = c.vendor_account_id and r.source = 'statement' and r.external_id = any ($2)
     join bank_line_assignment t on t.reading_id = r.id join bank_line_slot p on p.line_id = t.line_id
     where c.id = $1 and r.seen_at = c.opened_at and p.named_by = '{statement}'`,
    [caseId, externalIds],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Counts the credits that the case of an import blocks. Closes the case if there are none. */
export async function countHeldByImport(sql: Sql, caseId: string, at: Date): Promise<number> {
  const { rows } = await sql.query<{ held: number }>('select count_quarantined($1, $2) as held', [caseId, at])
  return rows[0]?.held ?? 0
}

/** Returns the credits that the case of an import blocks and that only the statement reports. */
export async function selectImportedLines(
  sql: Sql,
  caseId: string,
): Promise<Array<ComparedLine & Readonly<{ lineId: string }>>> {
  const { rows } = await sql.query<{ id: string; gross: string; settled: string; at: Date }>(
    `select l.id, l.gross_minor as gross, l.settled_minor as settled, l.booked_at as at
     from credit_fund f join bank_line l on l.id = f.line_id join bank_line_slot p on p.line_id = l.id
     where f.blocked_by = $1 and p.named_by = '{statement}' order by l.booked_at, l.id`,
    [caseId],
  )
  return rows.map(({ id, gross, settled, at }) => ({
    lineId: id,
    direction: 'credit',
    grossMinor: BigInt(gross),
    settledMinor: BigInt(settled),
    bookedAt: at,
  }))
}

/** Returns lines that were booked on these days in Lagos and are in no statement, oldest first. */
export async function selectLinesMissingFromStatement(
  sql: Sql,
  accountId: string,
  { from, to }: Days,
): Promise<MissingLine[]> {
  const { rows } = await sql.query<
    SnakeRow<Omit<MissingLine, 'grossMinor' | 'settledMinor'>> &
      Record<'gross_minor' | 'settled_minor', string>
  >(
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
  return rows.map(toCamel).map((line) => ({
    ...line,
    grossMinor: BigInt(line.grossMinor),
    settledMinor: BigInt(line.settledMinor),
  }))
}
