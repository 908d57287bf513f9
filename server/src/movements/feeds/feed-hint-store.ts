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

/** Records the hints and makes their accounts due, in one commit. */
export async function recordHints(
  sql: Sql,
  taken: Readonly<{ mode: Mode; vendor: string; hints: readonly HookHint[]; at: Date }>,
): Promise<{ accountIds: string[]; isNew: boolean }> {
  const { rows } = await sql.query<{ vendor_account_id: string | null; is_new: boolean }>({
    name: 'record_hints',
    text: 'select vendor_account_id, is_new from record_hints($1, $2, $3, $4)',
    values: [taken.mode, taken.vendor, storableJson(taken.hints.map(toRow)), taken.at],
  })
  const accountIds = rows.map((row) => row.vendor_account_id).filter((id) => id !== null)
  return { accountIds: [...new Set(accountIds)], isNew: rows.some((row) => row.is_new) }
}

/** Returns the oldest hints of an account that are due. */
export async function selectDueHints(
  sql: Sql,
  accountId: string,
  at: Date,
  most: number,
): Promise<FeedHint[]> {
  const { rows } = await sql.query<FeedHint>(
    `select ${COLUMNS} from feed_hint where vendor_account_id = $1 and due_at <= $2 and given_up_at is null
     order by due_at limit $3`,
    [accountId, at, most],
  )
  return rows
}

export async function nextHintDueAt(sql: Sql, accountId: string): Promise<Date | undefined> {
  const { rows } = await sql.query<{ due_at: Date | null }>(
    'select min(due_at) as due_at from feed_hint where vendor_account_id = $1 and given_up_at is null',
    [accountId],
  )
  return rows[0]?.due_at ?? undefined
}

/** Returns `mode:vendor` of every vendor with due hints that name no known account. */
export async function listStrayVendors(sql: Sql, at: Date): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query<{ key: string }>(
    `select distinct mode || ':' || vendor as key from feed_hint
     where vendor_account_id is null and given_up_at is null and due_at <= $1`,
    [at],
  )
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
  await sql.query('select finish_hint($1, $2, $3)', [hint.mode, hint.vendor, hint.key])
}

/** Finishes many hints of one vendor in one statement. */
export async function finishHints(
  sql: Sql,
  { mode, vendor }: Pick<FeedHint, 'mode' | 'vendor'>,
  keys: readonly string[],
): Promise<void> {
  await sql.query({
    name: 'finish_hints',
    text: 'select finish_hints($1, $2, $3)',
    values: [mode, vendor, keys],
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
