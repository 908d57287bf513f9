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

/** The names and addresses that were screened, the list, and its hits. */
export type Screening = Readonly<{
  list: ScreenList | undefined
  subjects: readonly ScreenSubject[]
  hits: readonly Hit[]
}>

/**
 * `queued`: for a lane. `credited`: to the balance of the business. `held`: under review by operators. `cannot_deliver`: the business must
 * choose how to continue. `waits`: tried again later. `moved_on`: the transaction changed since it was read.
 */
type ClearingOutcome = 'queued' | 'credited' | 'held' | 'cannot_deliver' | 'waits' | 'moved_on'

export type Cleared = Readonly<{
  outcome: ClearingOutcome
  dueAt: Date | undefined
  /** The nudge for the lane that received the transaction, unless one is outstanding. */
  nudge: Nudge | undefined
}>

/** A buy or a withdrawal as it was read, its screening, and the answer about the wallet that receives the tokens. */
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

/** Clears one buy whose wallet needs no check. */
export async function clearBuy(sql: Sql, buy: Transaction, screening: Screening, at: Date): Promise<Cleared> {
  const clearing: Clearing = { transaction: buy, screening, wallet: { outcome: 'known' } }
  return (await clearBuys(sql, [clearing], at))[0] as Cleared
}

/**
 * Runs the remaining checks on buys whose naira has arrived, and moves each buy, in one commit. Returns the results in the same order. Safe
 * to repeat. If the call fails, nothing was done, and the caller may try each buy alone.
 */
export async function clearBuys(sql: Sql, clearings: readonly Clearing[], at: Date): Promise<Cleared[]> {
  const { rows } = await sql.query<ClearedRow>({
    name: 'clear_buys',
    text: 'select ordinal, outcome, due_at, lane_id, nudge_number from clear_buys($1, $2, $3)',
    values: [JSON.stringify(clearings.map(toItem)), at, NUDGE_LEASE_SECONDS],
  })
  return toCleared(rows, clearings, at)
}

/** Clears one withdrawal, whose tokens are held from the start. Withdrawals are rare, so they are cleared one by one. */
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

function toItem({ transaction, screening, wallet }: Clearing, ordinal: number) {
  return {
    ordinal,
    id: transaction.id,
    version: transaction.version,
    ...toScreeningItem(screening),
    wallet: toWalletItem(transaction.wallet, wallet),
  }
}

function toScreeningItem({ list, subjects, hits }: Screening) {
  return {
    list_name: list?.name,
    list_version: list?.version,
    list_loaded_at: list?.loadedAt,
    subjects,
    hits,
  }
}

function toNudge({ lane_id, nudge_number }: ClearedRow, dueAt: Date): Nudge | undefined {
  if (lane_id === null || nudge_number === null) return undefined
  return { subjectId: lane_id, type: 'lane', number: nudge_number, dueAt }
}

/** Gives a waiting buy or return to the process that can continue it. Returns when to check it next. */
export async function lookAtBuy(sql: Sql, buy: Transaction, at: Date): Promise<Date | undefined> {
  const { rows } = await sql.query<{ due_at: Date | null }>('select look_at_buy($1, $2, $3) as due_at', [
    buy.id,
    buy.version,
    at,
  ])
  return rows[0]?.due_at ?? undefined
}

/** Gives a waiting withdrawal to the process that can continue it. Returns when to check it next. */
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

/** Names of everybody whom a refund or a return would pay and who was not screened. Undefined if there are none. */
export async function findNamesToScreen(sql: Sql, transactionId: string): Promise<string[] | undefined> {
  const { rows } = await sql.query<{ names: string[] | null }>('select names_to_screen($1) as names', [
    transactionId,
  ])
  return rows[0]?.names ?? undefined
}

/** Gives a screened refund or return to a payout account. Returns when to check it next. */
export async function lookAtReturn(
  sql: Sql,
  credit: Transaction,
  screening: Screening | undefined,
  at: Date,
): Promise<Date | undefined> {
  const { rows } = await sql.query<{ due_at: Date | null }>(
    'select look_at_return($1, $2, $3, $4) as due_at',
    [credit.id, credit.version, screening && JSON.stringify(toScreeningItem(screening)), at],
  )
  return rows[0]?.due_at ?? undefined
}

/**
 * Returns whether an unpaid buy waits past its time to pay, because its bank was not read since. A payment that was booked in time then
 * still pays it. Schedules the next check.
 */
export async function awaitBank(sql: Sql, { id }: Transaction, at: Date): Promise<boolean> {
  const { rows } = await sql.query<{ waits: boolean }>('select await_bank($1, $2) as waits', [id, at])
  return rows[0]?.waits ?? false
}

/**
 * Returns what arrived of a partly paid buy to the account in the bank's own record. Returns false if people must decide, and undefined if
 * the buy waits because the rest may have arrived in time. Does nothing if the buy has changed.
 */
export async function returnShortPayment(
  sql: Sql,
  buy: Transaction,
  screening: Screening,
  at: Date,
): Promise<boolean | undefined> {
  return returnHeld(sql, 'return_short_payment($1, $2, $3, $4)', buy, screening, at)
}

/**
 * Returns a late payment that the business did not accept in time to the account in the bank's own record. Returns false if there is nothing
 * to return yet, or if people must decide.
 */
export async function returnLatePayment(
  sql: Sql,
  buy: Transaction,
  screening: Screening,
  at: Date,
): Promise<boolean> {
  return (await returnHeld(sql, 'return_late_payment($1, $2, $3, $4)', buy, screening, at)) ?? false
}

async function returnHeld(
  sql: Sql,
  call: 'return_short_payment($1, $2, $3, $4)' | 'return_late_payment($1, $2, $3, $4)',
  { id, version }: Transaction,
  screening: Screening,
  at: Date,
): Promise<boolean | undefined> {
  const { rows } = await sql.query<{ isReturned: boolean | null }>(`select ${call} as "isReturned"`, [
    id,
    version,
    JSON.stringify(toScreeningItem(screening)),
    at,
  ])
  return rows[0]?.isReturned ?? undefined
}

/** Opens one case that asks how to continue a partly paid buy. Does nothing if the buy is not partly paid. */
export async function openUnderpaidCase(
  sql: Sql,
  { id, transactionId, at, dueAt }: { id: string; transactionId: string; at: Date; dueAt: Date },
): Promise<void> {
  await sql.query('select open_underpaid_case($1, $2, $3, $4)', [id, transactionId, at, dueAt])
}

/** A buy with its next scheduled check, the names and addresses to screen, and the wallet to check on its network. */
export type DrivenBuy = Driven &
  Readonly<{
    subjects: readonly ScreenSubject[]
    wallet: WalletTarget | undefined
    /** True while the buy waits for its wallet. */
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

/** Finds many buys in one statement, in the order of the ids. Undefined for an unknown id. */
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

/** Returns the names and the address to screen: every payer that the buy or a bank named, and the wallet that receives the tokens. */
function subjectsOf({ payer_account_name, payer_names, wallet_address }: DrivenBuyRow): ScreenSubject[] {
  const told = [...(payer_account_name === null ? [] : [payer_account_name]), ...payer_names]
  return [
    ...toNames(told),
    ...(wallet_address === null ? [] : [{ kind: 'address' as const, text: wallet_address }]),
  ]
}

/** Returns these names to screen, each once. A text without letters, such as a dash or a number, is not a name. */
function toNames(told: readonly string[]): ScreenSubject[] {
  const names = new Set(told.filter((text) => /\p{L}/u.test(text)))
  return [...names].map((text) => ({ kind: 'name', text }))
}

/** A withdrawal with its next scheduled check and the wallet to screen and to check on its network. */
export type DrivenWithdrawal = Driven &
  Readonly<{ subjects: readonly ScreenSubject[]; wallet: WalletTarget | undefined }>

export async function findDrivenWithdrawal(sql: Sql, id: string): Promise<DrivenWithdrawal | undefined> {
  const { rows } = await sql.query<DrivenRow & WalletRow & { wallet_address: string; is_blocked: boolean }>({
    name: 'find_driven_withdrawal',
    text: 'select * from driven_withdrawal($1)',
    values: [id],
  })
  const row = rows[0]
  if (row === undefined) return undefined
  const subjects = [{ kind: 'address' as const, text: row.wallet_address }]
  return { ...toDriven(row), subjects, wallet: toTarget(row) }
}
