import { answersInOrder } from '../../../kernel/postgres/group-commits.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'
import type { Hit, ScreenList, ScreenSubject } from '../../screening/screen.ts'
import { type Driven, type DrivenRow, type Transaction, toDriven } from '../transaction-store.ts'
import { NUDGE_LEASE_SECONDS, type Nudge } from '../wake-store.ts'
import {
  toTarget,
  toWalletItem,
  type WalletAnswer,
  type WalletRow,
  type WalletTarget,
} from '../wallets/wallet.ts'

/** Whom a list was asked about, and what it said. */
export type Screening = Readonly<{
  list: ScreenList | undefined
  subjects: readonly ScreenSubject[]
  hits: readonly Hit[]
}>

/** Queued for a lane, in the balance of the business, kept by people or for the business, waiting, or not here any more. */
type ClearingOutcome = 'queued' | 'credited' | 'held' | 'cannot_deliver' | 'waits' | 'moved_on'

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

type ClearedRow = {
  ordinal: number
  outcome: ClearingOutcome
  due_at: Date | null
  lane_id: string | null
  nudge_number: number | null
}

/** One alone, whose wallet nobody has to be asked about. */
export async function clearBuy(sql: Sql, buy: Transaction, screening: Screening, at: Date): Promise<Cleared> {
  const clearing: Clearing = { transaction: buy, screening, wallet: { outcome: 'known' } }
  return (await clearBuys(sql, [clearing], at))[0] as Cleared
}

/**
 * Asks everything that is left to ask about buys whose naira is here, and moves each, in one commit; answers in their order. Safe to
 * repeat. If it fails nothing was done, and each may be tried alone.
 */
export async function clearBuys(sql: Sql, clearings: readonly Clearing[], at: Date): Promise<Cleared[]> {
  const { rows } = await sql.query<ClearedRow>({
    name: 'clear_buys',
    text: 'select ordinal, outcome, due_at, lane_id, nudge_number from clear_buys($1, $2, $3)',
    values: [JSON.stringify(clearings.map(toItem)), at, NUDGE_LEASE_SECONDS],
  })
  return toCleared(rows, clearings, at)
}

/** The same for a withdrawal, whose tokens are here from the start. They come one by one: a balance is left seldom. */
export async function clearWithdrawal(sql: Sql, clearing: Clearing, at: Date): Promise<Cleared> {
  const { rows } = await sql.query<ClearedRow>({
    name: 'clear_withdrawals',
    text: 'select ordinal, outcome, due_at, lane_id, nudge_number from clear_withdrawals($1, $2, $3)',
    values: [JSON.stringify([toItem(clearing, 0)]), at, NUDGE_LEASE_SECONDS],
  })
  return toCleared(rows, [clearing], at)[0] as Cleared
}

function toCleared(rows: readonly ClearedRow[], clearings: readonly Clearing[], at: Date): Cleared[] {
  const asked = clearings.map(({ transaction }) => transaction)
  return answersInOrder(rows, asked).map((row) => ({
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

function toNudge({ lane_id, nudge_number }: ClearedRow, dueAt: Date): Nudge | undefined {
  if (lane_id === null || nudge_number === null) return undefined
  return { subjectId: lane_id, type: 'lane', number: nudge_number, dueAt }
}

/** Gives a waiting buy or return to the process that can continue it, and returns when to look at it next. */
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

/** Asks people, once, what becomes of a buy that is paid in part. Nothing happens when it is not, or no longer. */
export async function openUnderpaidCase(
  sql: Sql,
  { id, transactionId, at, dueAt }: { id: string; transactionId: string; at: Date; dueAt: Date },
): Promise<void> {
  await sql.query('select open_underpaid_case($1, $2, $3, $4)', [id, transactionId, at, dueAt])
}

/** A buy with its next look, with those whom clearing asks lists about, and with the wallet that its network is asked about. */
export type DrivenBuy = Driven &
  Readonly<{
    subjects: readonly ScreenSubject[]
    wallet: WalletTarget | undefined
    /** It waits for its wallet. */
    isBlocked: boolean
  }>

type DrivenBuyRow = DrivenRow &
  WalletRow & {
    payer_account_name: string | null
    payer_names: string[]
    is_blocked: boolean
  }

export async function findDrivenBuy(sql: Sql, id: string): Promise<DrivenBuy | undefined> {
  return (await findDrivenBuys(sql, [id]))[0]
}

/** Many in one statement, in the order of the ids; undefined where there is no such buy. */
export async function findDrivenBuys(
  sql: Sql,
  ids: readonly string[],
): Promise<Array<DrivenBuy | undefined>> {
  const { rows } = await sql.query<DrivenBuyRow>({
    name: 'driven_buys',
    text: 'select * from driven_buys($1)',
    values: [ids],
  })
  const found = new Map(rows.map((row) => [row.id, toDrivenBuy(row)]))
  return ids.map((id) => found.get(id))
}

function toDrivenBuy(row: DrivenBuyRow): DrivenBuy {
  return { ...toDriven(row), subjects: subjectsOf(row), wallet: toTarget(row), isBlocked: row.is_blocked }
}

/** Everybody who is named as its payer, by the buy and by every bank that told of its credits, and where the tokens go. */
function subjectsOf({ payer_account_name, payer_names, wallet_address }: DrivenBuyRow): ScreenSubject[] {
  const told = [...(payer_account_name === null ? [] : [payer_account_name]), ...payer_names]
  // A dash, or a number where a name should be, names nobody.
  const names = new Set(told.filter((text) => /\p{L}/u.test(text)))
  return [
    ...[...names].map((text) => ({ kind: 'name' as const, text })),
    ...(wallet_address === null ? [] : [{ kind: 'address' as const, text: wallet_address }]),
  ]
}

/** A withdrawal with its next look, and with the wallet that lists and its network are asked about. */
export type DrivenWithdrawal = Driven &
  Readonly<{ subjects: readonly ScreenSubject[]; wallet: WalletTarget | undefined }>

export async function findDrivenWithdrawal(sql: Sql, id: string): Promise<DrivenWithdrawal | undefined> {
  const { rows } = await sql.query<DrivenRow & WalletRow & { wallet_address: string }>({
    name: 'find_driven_withdrawal',
    text: 'select * from driven_withdrawal($1)',
    values: [id],
  })
  const row = rows[0]
  if (row === undefined) return undefined
  const subjects = [{ kind: 'address' as const, text: row.wallet_address }]
  return { ...toDriven(row), subjects, wallet: toTarget(row) }
}
