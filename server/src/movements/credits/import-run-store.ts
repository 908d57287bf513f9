import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { Days } from '../feeds/statement-days.ts'
import type { ToldTwice } from './told-twice.ts'

/** One file that was imported, and what came of it. */
export type ImportRun = Readonly<{
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
       opening_minor, closing_minor, new_count, known_count, aside_count, imported_at)
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

/** When this very file was imported for the account, if it was. */
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

/** Balances of the newest imports that end the day before these days begin, and begin the day after they end. */
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

/** Keeps a new credit from everybody until a person has said whether the bank really has it beside the other line. */
export async function holdToldTwice(sql: Sql, { lineId, otherLineId }: ToldTwice, at: Date): Promise<void> {
  await sql.query('select hold_told_twice($1, $2, $3)', [lineId, otherLineId, at])
}
