import { answersInOrder } from '../../../kernel/postgres/group-commits.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'
import type { NameComparison } from '../../names/compare-names.ts'
import type { ScreenSubject } from '../../screening/screen.ts'
import { type Driven, type DrivenRow, type Transaction, toDriven } from '../transaction-store.ts'
import { NUDGE_LEASE_SECONDS, type Nudge } from '../wake-store.ts'
import type { Screening } from './clearing-store.ts'

/** The bank's answer to a name enquiry: the account name and how it compares with the expected name, or no such account. */
export type PayeeName =
  | Readonly<{ outcome: 'found'; accountName: string; comparison: NameComparison }>
  | Readonly<{ outcome: 'not_found' }>

/**
 * `queued`: for a payout account. `held`: under review by operators. `cannot_pay`: the fee is at least as large as the amount.
 * `name_differs`: the bank has another name for the account, or none. `waits`: tried again later. `moved_on`: the sell changed since it was
 * read.
 */
type SellOutcome = 'queued' | 'held' | 'cannot_pay' | 'name_differs' | 'waits' | 'moved_on'

export type ClearedSell = Readonly<{
  outcome: SellOutcome
  dueAt: Date | undefined
  /** The nudge for the payout account that received the sell, unless one is outstanding. */
  nudge: Nudge | undefined
}>

/** A sell as it was read, its screening, and the bank's name enquiry. Undefined name: the bank did not answer. */
export type SellClearing = Readonly<{
  sell: Transaction
  screening: Screening
  name: PayeeName | undefined
}>

type ClearedRow = {
  ordinal: number
  outcome: SellOutcome
  due_at: Date | null
  account_id: string | null
  nudge_number: number | null
}

/**
 * Runs the remaining checks on sells whose tokens have arrived, and moves each sell, in one commit. Returns the results in the same order.
 * Safe to repeat. If the call fails, nothing was done, and the caller may try each sell alone.
 */
export async function clearSells(
  sql: Sql,
  clearings: readonly SellClearing[],
  at: Date,
): Promise<ClearedSell[]> {
  const { rows } = await sql.query<ClearedRow>({
    name: 'clear_sells',
    text: 'select ordinal, outcome, due_at, account_id, nudge_number from clear_sells($1, $2, $3)',
    values: [JSON.stringify(clearings.map(toItem)), at, NUDGE_LEASE_SECONDS],
  })
  const sells = clearings.map(({ sell }) => sell)
  return answersInOrder(rows, sells).map((row) => ({
    outcome: row.outcome,
    dueAt: row.due_at ?? undefined,
    nudge: toNudge(row, at),
  }))
}

function toItem({ sell, screening: { list, subjects, hits }, name }: SellClearing, ordinal: number) {
  return {
    ordinal,
    id: sell.id,
    version: sell.version,
    list_name: list?.name,
    list_version: list?.version,
    list_loaded_at: list?.loadedAt,
    subjects,
    hits,
    name: name === undefined ? null : toNameItem(name),
  }
}

function toNameItem(name: PayeeName) {
  if (name.outcome === 'not_found') return { outcome: name.outcome, fits: false }
  const { outcome, accountName, comparison } = name
  return {
    outcome,
    account_name: accountName,
    comparison,
    fits: comparison === 'match' || comparison === 'near',
  }
}

function toNudge({ account_id, nudge_number }: ClearedRow, dueAt: Date): Nudge | undefined {
  if (account_id === null || nudge_number === null) return undefined
  return { subjectId: account_id, type: 'payout-account', number: nudge_number, dueAt }
}

/** Finds a sell that is about to be paid but was last screened more than a day ago. Returns the payee's name at the bank. */
export async function findStaleScreening(
  sql: Sql,
  { id }: Transaction,
  at: Date,
): Promise<Readonly<{ bankName: string | undefined }> | undefined> {
  const { rows } = await sql.query<{ account_name: string | null }>(
    'select account_name from stale_screening($1, $2)',
    [id, at],
  )
  return rows[0] && { bankName: rows[0].account_name ?? undefined }
}

/**
 * Records a new screening of a sell that was cleared before. Returns true if the sell is held, false if it may be paid, undefined if it has
 * moved on.
 */
export async function screenSellAgain(
  sql: Sql,
  sell: Transaction,
  { list, subjects, hits }: Screening,
  at: Date,
): Promise<boolean | undefined> {
  const { rows } = await sql.query<{ is_held: boolean | null }>(
    'select screen_sell_again($1, $2, $3, $4, $5, $6, $7, $8) as is_held',
    [
      sell.id,
      sell.version,
      list?.name,
      list?.version,
      list?.loadedAt,
      JSON.stringify(subjects),
      JSON.stringify(hits),
      at,
    ],
  )
  return rows[0]?.is_held ?? undefined
}

/** Whether the network of a sell has been read past the end of its deposit window. Opens a case if that takes long. */
export async function mayWindowClose(sql: Sql, { id }: Pick<DrivenSell, 'id'>, at: Date): Promise<boolean> {
  const { rows } = await sql.query<{ may: boolean }>('select look_at_window($1, $2) as may', [id, at])
  return rows[0]?.may === true
}

/** Takes the next step of a sell that needs no outside answer. Opens a case if the sell is late. Returns when to check it next. */
export async function lookAtSell(sql: Sql, sell: Transaction, at: Date): Promise<Date | undefined> {
  const { rows } = await sql.query<{ due_at: Date | null }>('select look_at_sell($1, $2, $3) as due_at', [
    sell.id,
    sell.version,
    at,
  ])
  return rows[0]?.due_at ?? undefined
}

/** Bank account that a sell pays, as requested or as operators decided later. */
type DrivenPayee = Readonly<{ bankCode: string; accountNumber: string; accountName: string | null }>

/** A sell with its next scheduled check, its payee and the wallets that its tokens came from. */
export type DrivenSell = Driven & Readonly<{ payee: DrivenPayee; senders: readonly string[] }>

type DrivenSellRow = DrivenRow & {
  bank_code: string
  account_number: string
  account_name: string | null
  senders: string[]
}

/** Finds many sells in one statement, in the order of the ids. Undefined for an unknown id. */
export async function findDrivenSells(
  sql: Sql,
  ids: readonly string[],
): Promise<Array<DrivenSell | undefined>> {
  const { rows } = await sql.query<DrivenSellRow>({
    name: 'driven_sells',
    text: 'select * from driven_sells($1)',
    values: [ids],
  })
  const found = new Map(rows.map((row) => [row.id, toDrivenSell(row)]))
  return ids.map((id) => found.get(id))
}

function toDrivenSell(row: DrivenSellRow): DrivenSell {
  const { bank_code, account_number, account_name, senders } = row
  const payee = { bankCode: bank_code, accountNumber: account_number, accountName: account_name }
  return { ...toDriven(row), payee, senders }
}

/** Returns the names and addresses to screen: the payee's name from the business and from the bank, and every wallet that sent tokens. */
export function subjectsOfSell(
  { payee, senders }: DrivenSell,
  bankName: string | undefined,
): ScreenSubject[] {
  const names = new Set([payee.accountName, bankName].filter((name) => typeof name === 'string'))
  return [
    ...[...names].map((text) => ({ kind: 'name' as const, text })),
    ...senders.map((text) => ({ kind: 'address' as const, text })),
  ]
}
