import type { Mode } from '../../kernel/mode.ts'
import { inTransaction, type Pool, type Sql } from '../../kernel/postgres/pool.ts'
import type { Wake } from '../../records/transactions/wake-store.ts'
import type { FeedHint } from './feed-hint-store.ts'

/** One of our bank accounts, as its feed identifies it. */
export type BankAccount = Readonly<{
  id: string
  mode: Mode
  accountNumber: string
  /** The vendor that reports on the account; null if only statements do. */
  feed: string | null
}>

const COLUMNS = 'id, mode, account_number as "accountNumber", feed'

export async function findBankAccount(sql: Sql, id: string): Promise<BankAccount | undefined> {
  const { rows } = await sql.query<BankAccount>({
    name: 'find_bank_account',
    text: `select ${COLUMNS} from vendor_account where id = $1`,
    values: [id],
  })
  return rows[0]
}

/** Finds an account in any state, because the bank's reports on a closed account are valid too. */
export async function findAccountOfFeed(
  sql: Sql,
  where: Readonly<{ mode: Mode; vendor: string; accountNumber: string }>,
): Promise<BankAccount | undefined> {
  const { rows } = await sql.query<BankAccount>(
    `select ${COLUMNS} from vendor_account where mode = $1 and feed = $2 and account_number = $3`,
    [where.mode, where.vendor, where.accountNumber],
  )
  return rows[0]
}

/** Returns the pool that receives payments to a customer's standing number. Undefined if no customer has this number. */
export async function findPoolOfNumber(
  sql: Sql,
  where: Readonly<{ mode: Mode; vendor: string; number: string }>,
): Promise<BankAccount | undefined> {
  const { rows } = await sql.query<BankAccount>(
    `select ${COLUMNS} from vendor_account where id = pool_of_customer_number($1, $2, $3)`,
    [where.mode, where.vendor, where.number],
  )
  return rows[0]
}

/** What a check of an account begins with. */
export type BegunLook = Readonly<{
  /** `waits` after a failure, and `locked` while another process records or matches the account. In both cases no check began. */
  outcome: 'begun' | 'waits' | 'locked'
  account: BankAccount
  wake: Wake | undefined
  activeAt: Date
  /** The bank is not polled again before this time. */
  pollDueAt: Date | undefined
  pollFailures: number
  hints: readonly FeedHint[]
}>

/**
 * Begins a check of an account, and schedules the next one for `until`, in case this one does not end. Waits for notifications that are
 * being recorded, so that the check has their hints. Undefined if there is no such account.
 */
export async function openAccountLook(
  sql: Sql,
  id: string,
  { at, until, mostHints }: Readonly<{ at: Date; until: Date; mostHints: number }>,
): Promise<BegunLook | undefined> {
  const { rows } = await sql.query<{
    outcome: BegunLook['outcome']
    mode: Mode
    account_number: string
    feed: string | null
    due_at: Date | null
    failure_count: number
    active_at: Date
    poll_due_at: Date | null
    poll_failures: number
    hints: ReadonlyArray<Omit<FeedHint, 'receivedAt'> & { received_at: string }> | null
  }>({
    name: 'open_account_look',
    text: `select outcome, mode, account_number, feed, due_at, failure_count, active_at, poll_due_at, poll_failures, hints
      from open_account_look($1, $2, $3, $4)`,
    values: [id, at, until, mostHints],
  })
  const row = rows[0]
  if (row === undefined) return undefined
  return {
    outcome: row.outcome,
    account: { id, mode: row.mode, accountNumber: row.account_number, feed: row.feed },
    wake: row.due_at === null ? undefined : { dueAt: row.due_at, failureCount: row.failure_count },
    activeAt: row.active_at,
    pollDueAt: row.poll_due_at ?? undefined,
    pollFailures: row.poll_failures,
    hints: (row.hints ?? []).map(({ received_at, ...hint }) => ({
      ...hint,
      receivedAt: new Date(received_at),
    })),
  }
}

/**
 * Returns whether somebody may be about to pay into the account: a buy can still be paid, lacks its rest or ended less than an hour ago, or
 * the account is a pool, where a payment needs no buy.
 */
export async function isPaymentExpected(sql: Sql, accountId: string, at: Date): Promise<boolean> {
  const { rows } = await sql.query<{ isExpected: boolean }>(
    'select is_payment_expected($1, $2) as "isExpected"',
    [accountId, at],
  )
  return rows[0]?.isExpected ?? true
}

const ACCOUNT_LOCK = `advisory_xact_lock(hashtextextended('bank_account' || $1::uuid, 0))`

/** Returns when no process holds the account's lock. Fails with a lock timeout after `withinMs`. */
export async function waitForAccountLock(pool: Pool, accountId: string, withinMs: number): Promise<void> {
  await inTransaction(pool, async (sql) => {
    await sql.query(`select set_config('lock_timeout', $1, true)`, [String(withinMs)])
    await lockBankAccount(sql, accountId)
  })
}

/** Locks the account until the caller's transaction ends. Recording and matching take the same lock. */
export async function lockBankAccount(sql: Sql, accountId: string): Promise<void> {
  await sql.query(`select pg_${ACCOUNT_LOCK}`, [accountId])
}

/** Records the result of a poll. Without an error the whole list was read. */
export async function recordPoll(
  sql: Sql,
  accountId: string,
  poll: Readonly<{ at: Date; dueAt: Date; error: string | undefined }>,
): Promise<void> {
  await sql.query({
    name: 'record_poll',
    text: 'select record_poll($1, $2, $3, $4)',
    values: [accountId, poll.at, poll.dueAt, poll.error],
  })
}

/** Returns the position up to which a source was read, in the source's own format. */
export async function readFeedCursor(
  sql: Sql,
  accountId: string,
  source: string,
): Promise<string | undefined> {
  const { rows } = await sql.query<{ cursor: string | null }>({
    name: 'read_feed_cursor',
    text: 'select cursor from feed_cursor where vendor_account_id = $1 and source = $2',
    values: [accountId, source],
  })
  return rows[0]?.cursor ?? undefined
}

/**
 * Ends a check and schedules the next one for `dueAt`. If a notification has asked for an earlier check since `seen` was read, that time is
 * kept.
 */
export async function endAccountLook(
  sql: Sql,
  accountId: string,
  look: Readonly<{ seen: Date | undefined; dueAt: Date; activeAt: Date | undefined }>,
): Promise<void> {
  await sql.query({
    name: 'end_account_look',
    text: 'select end_account_look($1, $2, $3, $4)',
    values: [accountId, look.seen, look.dueAt, look.activeAt],
  })
}

/**
 * Ends a check and takes back the credits whose recall waited for a transfer. Schedules the next check for `dueAt`, or for the next hint. If
 * a notification has asked for an earlier check since `seen`, that time is kept. Returns when the account is due.
 */
export async function closeAccountLook(
  sql: Sql,
  accountId: string,
  look: Readonly<{ seen: Date; dueAt: Date; activeAt: Date | undefined; at: Date }>,
): Promise<Date | undefined> {
  const { rows } = await sql.query<{ due_at: Date | null }>({
    name: 'close_account_look',
    text: 'select close_account_look($1, $2, $3, $4, $5) as due_at',
    values: [accountId, look.seen, look.dueAt, look.activeAt, look.at],
  })
  return rows[0]?.due_at ?? undefined
}

/** Returns those accounts of new buys that must be checked at once. The others are checked soon by themselves, and no waiting credit is theirs. */
export async function selectAccountsToLookAt(
  sql: Sql,
  buyIds: readonly string[],
  at: Date,
): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>({
    name: 'accounts_to_look_at',
    text: 'select a as id from accounts_to_look_at($1, $2) a',
    values: [buyIds, at],
  })
  return rows.map(({ id }) => id)
}
