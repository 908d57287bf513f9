import { answersInOrder } from '../../../kernel/postgres/group-commits.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'
import type { NameComparison } from '../../names/compare-names.ts'
import type { ScreenSubject } from '../../screening/screen.ts'
import { type Driven, type DrivenRow, type Transaction, toDriven } from '../transaction-store.ts'
import { NUDGE_LEASE_SECONDS, type Nudge } from '../wake-store.ts'
import type { Screening } from './clearing-store.ts'

/** What the bank said of the account: whose it is and whether that is who was meant, or that there is none. */
export type PayeeName =
  | Readonly<{ outcome: 'found'; accountName: string; comparison: NameComparison }>
  | Readonly<{ outcome: 'not_found' }>

/** Queued for an account that pays it, kept by people or for the business, waiting, or not here any more. */
type SellOutcome = 'queued' | 'held' | 'cannot_pay' | 'name_differs' | 'waits' | 'moved_on'

export type ClearedSell = Readonly<{
  outcome: SellOutcome
  dueAt: Date | undefined
  /** The look at the payout account that now has it, if nobody else has asked for one. */
  nudge: Nudge | undefined
}>

/** A sell as it was read, what a list said about it, and its bank; no name: the bank gave no answer. */
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
 * Asks everything that is left to ask about sells whose tokens are here, and moves each, in one commit; answers in their order. Safe to
 * repeat. If it fails nothing was done, and each may be tried alone.
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

/** Whether a sell is about to be paid that lists were not asked about for a day; with the name that its bank has for the payee. */
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

/** Keeps what lists say now about a sell that was cleared before. True: it is held; false: it may be paid; undefined: it has moved on. */
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

/** Takes the step of a sell that asks nobody outside, tells people of what takes too long, and returns when to look at it next. */
/** Whether the network of a sell was read past the end of its deposit window. Tells people when it takes long. */
export async function mayWindowClose(sql: Sql, { id }: Pick<DrivenSell, 'id'>, at: Date): Promise<boolean> {
  const { rows } = await sql.query<{ may: boolean }>('select look_at_window($1, $2) as may', [id, at])
  return rows[0]?.may === true
}

export async function lookAtSell(sql: Sql, sell: Transaction, at: Date): Promise<Date | undefined> {
  const { rows } = await sql.query<{ due_at: Date | null }>('select look_at_sell($1, $2, $3) as due_at', [
    sell.id,
    sell.version,
    at,
  ])
  return rows[0]?.due_at ?? undefined
}

/** Whose bank account a sell pays, as it was asked for or decided since. */
type DrivenPayee = Readonly<{ bankCode: string; accountNumber: string; accountName: string | null }>

/** A sell with its next look, whom it pays and where its tokens came from. */
export type DrivenSell = Driven & Readonly<{ payee: DrivenPayee; senders: readonly string[] }>

type DrivenSellRow = DrivenRow & {
  bank_code: string
  account_number: string
  account_name: string | null
  senders: string[]
}

/** Many in one statement, in the order of the ids; undefined where there is no such sell. */
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

/** Everybody who is named as its payee, by the business and by the bank, and every wallet that its tokens came from. */
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
