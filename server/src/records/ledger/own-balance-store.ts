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
  /** The balance after the movement. */
  balanceMinor: bigint
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
    `select entry_id, step, posted_at, minor, balance_minor, transaction_id, type, reference
     from own_balance_movements($1, $2, $3, $4, $5)`,
    [asked.before ?? HIGHEST_ID, asked.most, ROWS_SCANNED_A_PAGE, asked.from, asked.to],
  )
  const movements = rows.flatMap((row) => (row.step === null ? [] : [toMovement(row)]))
  return { movements, nextBefore: rows.find(({ step }) => step === null)?.entry_id }
}

type MovementRow = {
  entry_id: string
  step: string
  posted_at: Date
  minor: string
  balance_minor: string
} & ({ transaction_id: string; type: string; reference: string } | { transaction_id: null })

type LastRow = { entry_id: string; step: null }

function toMovement(row: MovementRow): BalanceMovement {
  const transaction =
    row.transaction_id === null ? null : { id: row.transaction_id, type: row.type, reference: row.reference }
  return {
    entryId: row.entry_id,
    step: row.step,
    at: row.posted_at,
    minor: BigInt(row.minor),
    balanceMinor: BigInt(row.balance_minor),
    transaction,
  }
}

/** What moved a balance between two times. The opening balance plus the movements is the closing balance. */
export type BalanceStatement = Readonly<{
  openingMinor: bigint
  /** Oldest first. */
  movements: readonly BalanceMovement[]
  closingMinor: bigint
}>

/**
 * Returns the statement of one tenant's balance from one snapshot, or undefined if it has more than `most` movements. Fails if the ledger
 * does not add up.
 */
export async function selectOwnStatement(
  sql: Sql,
  { from, to, most }: Readonly<{ from: Date; to: Date; most: number }>,
): Promise<BalanceStatement | undefined> {
  const { rows } = await sql.query<(MovementRow | EndRow) & { is_cut: boolean }>(
    `select entry_id, step, posted_at, minor, balance_minor, transaction_id, type, reference, is_cut
     from own_statement($1, $2, $3)`,
    [from, to, most],
  )
  const [opening, closing] = [rows[0], rows.at(-1)]
  if (opening === undefined || closing === undefined || opening.is_cut) return undefined
  return {
    openingMinor: BigInt(opening.balance_minor),
    movements: rows.flatMap((row) => (row.entry_id === null ? [] : [toMovement(row)])),
    closingMinor: BigInt(closing.balance_minor),
  }
}

type EndRow = { entry_id: null; balance_minor: string }

/** What came and went on one day in Lagos, and the balance at its end. */
export type BalanceDay = Readonly<{ day: string; inMinor: bigint; outMinor: bigint; closingMinor: bigint }>

/** Runs for one tenant. The days are texts such as 2026-11-15, and both ends are included. */
export async function selectOwnBalanceDays(sql: Sql, from: string, to: string): Promise<BalanceDay[]> {
  const { rows } = await sql.query<{
    day: string
    in_minor: string
    out_minor: string
    closing_minor: string
  }>('select day::text, in_minor, out_minor, closing_minor from own_balance_days($1, $2)', [from, to])
  return rows.map((row) => ({
    day: row.day,
    inMinor: BigInt(row.in_minor),
    outMinor: BigInt(row.out_minor),
    closingMinor: BigInt(row.closing_minor),
  }))
}
