import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { storableJson } from '../../kernel/postgres/storable-json.ts'
import type { HookHint } from './bank-feed.ts'

/** A notification that the bank has not confirmed yet. */
export type FeedHint = Readonly<{
  mode: Mode
  vendor: string
  key: string
  detail: unknown
  receivedAt: Date
  tries: number
}>

type HintName = Pick<FeedHint, 'mode' | 'vendor' | 'key'>

const COLUMNS = 'mode, vendor, key, detail, received_at as "receivedAt", tries'

/** The account that a hint names, or null if we do not know it, and whether the hint was not recorded before. */
export type RecordedHint = Readonly<{ accountId: string | null; isNew: boolean }>

/** Records the hints and makes their accounts due, in one commit. Returns what was recorded by the hint's key. */
export async function recordHints(
  sql: Sql,
  taken: Readonly<{ mode: Mode; vendor: string; hints: readonly HookHint[]; at: Date }>,
): Promise<ReadonlyMap<string, RecordedHint>> {
  const { rows } = await sql.query<{ key: string; vendor_account_id: string | null; is_new: boolean }>({
    name: 'record_keyed_hints',
    text: 'select key, vendor_account_id, is_new from record_keyed_hints($1, $2, $3, $4)',
    values: [taken.mode, taken.vendor, storableJson(taken.hints.map(toRow)), taken.at],
  })
  return new Map(rows.map((row) => [row.key, { accountId: row.vendor_account_id, isNew: row.is_new }]))
}

/** Returns the oldest hints of an account that are due. */
export async function selectDueHints(
  sql: Sql,
  accountId: string,
  at: Date,
  most: number,
): Promise<FeedHint[]> {
  const { rows } = await sql.query<FeedHint>({
    name: 'select_due_hints',
    text: `select ${COLUMNS} from feed_hint where vendor_account_id = $1 and due_at <= $2 and given_up_at is null
     order by due_at limit $3`,
    values: [accountId, at, most],
  })
  return rows
}

/** Returns `mode:vendor` of every vendor with due hints that name no known account. */
export async function listStrayVendors(sql: Sql, at: Date): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query<{ key: string }>({
    name: 'list_stray_vendors',
    text: `select distinct mode || ':' || vendor as key from feed_hint
     where vendor_account_id is null and given_up_at is null and due_at <= $1`,
    values: [at],
  })
  return new Set(rows.map(({ key }) => key))
}

/** Leases due hints that name no known account. No other worker receives them before the lease ends. */
export async function claimStrayHints(
  sql: Sql,
  of: Readonly<{ mode: Mode; vendor: string }>,
  at: Date,
  most: number,
): Promise<FeedHint[]> {
  const { rows } = await sql.query<FeedHint>(`select ${COLUMNS} from claim_stray_hints($1, $2, $3, $4, $5)`, [
    of.mode,
    of.vendor,
    at,
    most,
    STRAY_LEASE_SECONDS,
  ])
  return rows
}

/** Runs in the commit that records the lines of the hint. */
export async function finishHint(sql: Sql, hint: HintName): Promise<void> {
  await sql.query({
    name: 'finish_hint',
    text: 'select finish_hint($1, $2, $3)',
    values: [hint.mode, hint.vendor, hint.key],
  })
}

export async function postponeHint(sql: Sql, hint: HintName, why: string, dueAt: Date): Promise<void> {
  await sql.query('select postpone_hint($1, $2, $3, $4, $5)', [hint.mode, hint.vendor, hint.key, why, dueAt])
}

/** Postpones the due hints of a vendor for one account, or for no known account (null), when its bank does not answer. */
export async function postponeDueHints(
  sql: Sql,
  of: Readonly<{ mode: Mode; vendor: string; accountId: string | null }>,
  why: string,
  at: Date,
  dueAt: Date,
): Promise<void> {
  await sql.query('select postpone_due_hints($1, $2, $3, $4, $5, $6)', [
    of.mode,
    of.vendor,
    of.accountId,
    why,
    at,
    dueAt,
  ])
}

export async function giveUpHint(sql: Sql, hint: HintName, why: string, at: Date): Promise<void> {
  await sql.query('select give_up_hint($1, $2, $3, $4, $5)', [hint.mode, hint.vendor, hint.key, why, at])
}

const STRAY_LEASE_SECONDS = 60

function toRow({ key, accountNumber, detail }: HookHint) {
  return { key, account_number: accountNumber, detail: detail ?? null }
}
