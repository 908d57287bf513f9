import type { Sql } from '../../kernel/postgres/pool.ts'
import type { Hit, ScreenList, ScreenSubject } from '../screening/screen.ts'
import { inOrder } from './in-order.ts'
import type { Transaction } from './transaction-store.ts'
import { NUDGE_LEASE_SECONDS, type Nudge } from './wake-store.ts'
import { toWalletItem, type WalletAnswer, type WalletTarget } from './wallet-answer.ts'

/** Whom a list was asked about, and what it said. */
export type Screening = Readonly<{
  list: ScreenList | undefined
  subjects: readonly ScreenSubject[]
  hits: readonly Hit[]
}>

/** Queued for a lane, in the balance of the business, kept by people or for the business, waiting, or not here any more. */
export type ClearingOutcome = 'queued' | 'credited' | 'held' | 'cannot_deliver' | 'waits' | 'moved_on'

export type Cleared = Readonly<{
  outcome: ClearingOutcome
  dueAt: Date | undefined
  /** The look at the lane that now has it, if nobody else has asked for one. */
  nudge: Nudge | undefined
}>

/** A buy or a withdrawal as it was read, what a list said about it, and what is known of the wallet that it goes to. */
export type Clearing = Readonly<{
  transaction: Transaction & Readonly<{ wallet?: WalletTarget | undefined }>
  screening: Screening
  wallet: WalletAnswer
}>

type Row = {
  ordinal: number
  outcome: ClearingOutcome
  due_at: Date | null
  lane_id: string | null
  nudge_number: number | null
}

/** One alone, whose wallet nobody has to be asked about. */
export async function clearBuy(sql: Sql, buy: Transaction, screening: Screening, at: Date): Promise<Cleared> {
  const [cleared] = await clearBuys(sql, [{ transaction: buy, screening, wallet: { outcome: 'known' } }], at)
  if (cleared === undefined) throw new Error(`clearing said nothing about ${buy.id}`)
  return cleared
}

/**
 * Asks everything that is left to ask about buys whose naira is here, and moves each, in one commit; answers in their order. Safe to
 * repeat. If it fails nothing was done, and each may be tried alone.
 */
export async function clearBuys(sql: Sql, clearings: readonly Clearing[], at: Date): Promise<Cleared[]> {
  const { rows } = await sql.query<Row>({
    name: 'clear_buys',
    text: 'select ordinal, outcome, due_at, lane_id, nudge_number from clear_buys($1, $2, $3)',
    values: [JSON.stringify(clearings.map(toItem)), at, NUDGE_LEASE_SECONDS],
  })
  return toCleared(rows, clearings, at)
}

/** The same for a withdrawal, whose tokens are here from the start. They come one by one: a balance is left seldom. */
export async function clearWithdrawal(sql: Sql, clearing: Clearing, at: Date): Promise<Cleared> {
  const { rows } = await sql.query<Row>({
    name: 'clear_withdrawals',
    text: 'select ordinal, outcome, due_at, lane_id, nudge_number from clear_withdrawals($1, $2, $3)',
    values: [JSON.stringify([toItem(clearing, 0)]), at, NUDGE_LEASE_SECONDS],
  })
  const [cleared] = toCleared(rows, [clearing], at)
  if (cleared === undefined) throw new Error(`clearing said nothing about ${clearing.transaction.id}`)
  return cleared
}

function toCleared(rows: readonly Row[], clearings: readonly Clearing[], at: Date): Cleared[] {
  const asked = clearings.map(({ transaction }) => transaction)
  return inOrder(rows, asked).map((row) => ({
    outcome: row.outcome,
    dueAt: row.due_at ?? undefined,
    nudge: toNudge(row, at),
  }))
}

function toItem({ transaction, screening: { list, subjects, hits }, wallet }: Clearing, ordinal: number) {
  return {
    ordinal,
    id: transaction.id,
    version: transaction.version,
    list_name: list?.name,
    list_version: list?.version,
    list_loaded_at: list?.loadedAt,
    subjects,
    hits,
    wallet: toWalletItem(transaction.wallet, wallet),
  }
}

function toNudge({ lane_id, nudge_number }: Row, dueAt: Date): Nudge | undefined {
  if (lane_id === null || nudge_number === null) return undefined
  return { subjectId: lane_id, type: 'lane', number: nudge_number, dueAt }
}

/** Asks people about a buy that has been where it is for too long, and returns when to look at it next. */
export async function lookAtBuy(sql: Sql, buy: Transaction, at: Date): Promise<Date | undefined> {
  const { rows } = await sql.query<{ due_at: Date | null }>('select look_at_buy($1, $2, $3) as due_at', [
    buy.id,
    buy.version,
    at,
  ])
  return rows[0]?.due_at ?? undefined
}

/** The same for a withdrawal. */
export async function lookAtWithdrawal(
  sql: Sql,
  withdrawal: Transaction,
  at: Date,
): Promise<Date | undefined> {
  const { rows } = await sql.query<{ due_at: Date | null }>(
    'select look_at_withdrawal($1, $2, $3) as due_at',
    [withdrawal.id, withdrawal.version, at],
  )
  return rows[0]?.due_at ?? undefined
}

/** The same for one whose step has failed: it is tried again all the same. */
export async function noteOverdue(sql: Sql, transaction: Transaction, at: Date): Promise<void> {
  await sql.query('select note_overdue($1, $2, $3)', [transaction.id, transaction.version, at])
}
