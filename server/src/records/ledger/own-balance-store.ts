import { type Money, money } from '../../kernel/money/money.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

export type OwnBalance = Readonly<{
  available: Money
  held: Money
  /** Amount that the business owes us. */
  owed: Money
}>

export type BalanceMovement = Readonly<{
  entryId: string
  step: string
  at: Date
  /** Negative if the amount left the balance. */
  minor: bigint
  /** Null: the movement belongs to no transaction. */
  transaction: Readonly<{ id: string; type: string; reference: string }> | null
}>

export type MovementPage = Readonly<{ movements: readonly BalanceMovement[]; nextBefore: string | undefined }>

const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const ROWS_SCANNED_A_PAGE = 10_000

/** Runs for one tenant. */
export async function selectOwnBalance(sql: Sql): Promise<OwnBalance> {
  const { rows } = await sql.query<{ available_minor: string; held_minor: string; owed_minor: string }>(
    'select available_minor, held_minor, own_debt() as owed_minor from own_balance()',
  )
  const { available_minor: available = '0', held_minor: held = '0', owed_minor: owed = '0' } = rows[0] ?? {}
  return {
    available: money('NGNC', BigInt(available)),
    held: money('NGNC', BigInt(held)),
    owed: money('NGN', BigInt(owed)),
  }
}

/** Returns the movements of one tenant's balance, newest first. A page may be short or empty without being the last. */
export async function selectOwnMovements(
  sql: Sql,
  asked: Readonly<{ before: string | undefined; most: number; from: Date | undefined; to: Date | undefined }>,
): Promise<MovementPage> {
  const { rows } = await sql.query<MovementRow | LastRow>(
    `select entry_id, step, posted_at, minor, transaction_id, type, reference
     from own_balance_movements($1, $2, $3, $4, $5)`,
    [asked.before ?? HIGHEST_ID, asked.most, ROWS_SCANNED_A_PAGE, asked.from, asked.to],
  )
  const movements = rows.flatMap((row) => (row.step === null ? [] : [toMovement(row)]))
  return { movements, nextBefore: rows.find(({ step }) => step === null)?.entry_id }
}

type MovementRow = { entry_id: string; step: string; posted_at: Date; minor: string } & (
  | { transaction_id: string; type: string; reference: string }
  | { transaction_id: null }
)

type LastRow = { entry_id: string; step: null }

function toMovement(row: MovementRow): BalanceMovement {
  const transaction =
    row.transaction_id === null ? null : { id: row.transaction_id, type: row.type, reference: row.reference }
  return { entryId: row.entry_id, step: row.step, at: row.posted_at, minor: BigInt(row.minor), transaction }
}
