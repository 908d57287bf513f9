import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { NameCheck, NumberedProblem } from './batch.ts'

// What the worker reads and writes to check and pay batches.

/** A batch that is to be worked on. `isConfirmed`: its rows are being paid. Otherwise they are being checked. */
export type WorkedBatch = Readonly<{
  businessId: string
  mode: Mode
  isActive: boolean
  isReady: boolean
  isConfirmed: boolean
}>

export async function findWorkedBatch(sql: Sql, id: string): Promise<WorkedBatch | undefined> {
  const { rows } = await sql.query<WorkedBatch>(
    `select b.business_id as "businessId", b.mode, m.status = 'active' as "isActive", d.batch_id is not null as "isReady",
       o.outcome is not distinct from 'confirmed' as "isConfirmed"
     from payout_batch b join business_mode m on m.business_id = b.business_id and m.mode = b.mode
     left join batch_ready d on d.batch_id = b.id left join batch_outcome o on o.batch_id = b.id where b.id = $1`,
    [id],
  )
  return rows[0]
}

export type UncheckedRow = Readonly<{
  number: number
  bankCode: string | null
  accountNumber: string
  accountName: string | null
}>

/** Returns rows whose bank was not asked yet, in order. */
export async function findUncheckedRows(sql: Sql, id: string, most: number): Promise<UncheckedRow[]> {
  const { rows } = await sql.query<UncheckedRow>(
    `select number, bank_code as "bankCode", account_number as "accountNumber", account_name as "accountName"
     from unchecked_batch_rows($1, $2)`,
    [id, most],
  )
  return rows
}

export type RowCheck = Readonly<{ number: number; outcome: NameCheck | null; accountName: string | null }>

export async function noteChecks(
  sql: Sql,
  id: string,
  {
    checks,
    problems,
    at,
  }: Readonly<{ checks: readonly RowCheck[]; problems: readonly NumberedProblem[]; at: Date }>,
): Promise<void> {
  const answers = checks.map(({ number, outcome, accountName }) => ({
    number,
    outcome,
    account_name: accountName,
  }))
  await sql.query('select note_batch_checks($1, $2, $3, $4)', [
    id,
    JSON.stringify(answers),
    JSON.stringify(problems),
    at,
  ])
}

/** A row without a problem so far. */
export type GoodRow = Readonly<{ number: number; amountMinor: bigint; takenBy: string | null }>

/** A row that pays what another row, a sell or a row of another batch pays too. */
export type Duplicate = Readonly<{
  number: number
  firstNumber: number | null
  firstSell: string | null
  firstBatch: string | null
}>

/** What a batch may spend now. Without a daily limit, its room is null. */
export type Means = Readonly<{ availableMinor: bigint; dailyRoomMinor: bigint | null }>

/** Reads what the record of the business says about the rows that have no problem so far. */
export async function readRecord(
  sql: Sql,
  id: string,
  at: Date,
): Promise<Readonly<{ rows: readonly GoodRow[]; duplicates: readonly Duplicate[]; means: Means }>> {
  const { rows } = await sql.query<{ number: number; minor: string; takenBy: string | null }>(
    `select number, amount_minor::text as minor, taken_by as "takenBy" from compared_batch_rows($1)`,
    [id],
  )
  const { rows: duplicates } = await sql.query<Duplicate>(
    `select number, first_number as "firstNumber", first_sell as "firstSell", first_batch as "firstBatch" from batch_duplicates($1, $2)`,
    [id, at],
  )
  const { rows: means } = await sql.query<{ available: string; room: string | null }>(
    'select available::text, daily_room::text as room from batch_means($1, $2)',
    [id, at],
  )
  const [{ available, room } = { available: '0', room: null }] = means
  return {
    rows: rows.map(({ number, minor, takenBy }) => ({ number, amountMinor: BigInt(minor), takenBy })),
    duplicates,
    means: { availableMinor: BigInt(available), dailyRoomMinor: room === null ? null : BigInt(room) },
  }
}

export async function finishCheck(
  sql: Sql,
  id: string,
  problems: readonly NumberedProblem[],
  at: Date,
): Promise<void> {
  await sql.query('select finish_batch_check($1, $2, $3)', [id, JSON.stringify(problems), at])
}

export type DueRow = Readonly<{
  number: number
  bankCode: string
  bankName: string
  accountNumber: string
  accountName: string | null
  amountMinor: bigint
  reference: string
}>

/** Returns confirmed rows that have no sell yet, in order: as many as fit beside those that are on their way to a bank. */
export async function findDueRows(
  sql: Sql,
  id: string,
  { most, underWay }: Readonly<{ most: number; underWay: number }>,
): Promise<DueRow[]> {
  const { rows } = await sql.query<Omit<DueRow, 'amountMinor'> & { amountMinor: string }>(
    `select number, bank_code as "bankCode", bank_name as "bankName", account_number as "accountNumber", account_name as "accountName",
       amount_minor as "amountMinor", reference from due_batch_rows($1, $2, $3)`,
    [id, most, underWay],
  )
  return rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) }))
}

/** Whether this sell pays this row, and no other transaction of the same reference. */
export async function isSellOfRow(
  sql: Sql,
  transactionId: string,
  batchId: string,
  number: number,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    'select from batch_sell where transaction_id = $1 and batch_id = $2 and number = $3',
    [transactionId, batchId, number],
  )
  return rowCount === 1
}

export async function noteRowRefusals(
  sql: Sql,
  id: string,
  refusals: ReadonlyArray<Readonly<{ number: number; code: string; message: string }>>,
  at: Date,
): Promise<void> {
  await sql.query('select note_batch_refusals($1, $2, $3)', [id, JSON.stringify(refusals), at])
}

/** Ends a batch whose sells have all ended, or sets when to look again. */
export async function settleBatch(sql: Sql, id: string, at: Date): Promise<void> {
  await sql.query('select settle_batch($1, $2)', [id, at])
}
