import type { Mode } from '../../kernel/mode.ts'
import { inTransaction, type Pool, type Sql } from '../../kernel/postgres/pool.ts'

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
  const { rows } = await sql.query<BankAccount>(`select ${COLUMNS} from vendor_account where id = $1`, [id])
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

/** When the account's bank may be polled again, and when the account was last active. */
type AccountLook = Readonly<{
  activeAt: Date
  /** The bank is not polled again before this time. */
  pollDueAt: Date | undefined
  pollFailures: number
}>

export async function readAccountLook(sql: Sql, accountId: string): Promise<AccountLook | undefined> {
  const { rows } = await sql.query<{ active_at: Date; poll_due_at: Date | null; poll_failures: number }>(
    'select active_at, poll_due_at, poll_failures from account_look where vendor_account_id = $1',
    [accountId],
  )
  const row = rows[0]
  return (
    row && {
      activeAt: row.active_at,
      pollDueAt: row.poll_due_at ?? undefined,
      pollFailures: row.poll_failures,
    }
  )
}

const ACCOUNT_LOCK = `advisory_xact_lock(hashtextextended('bank_account' || $1::uuid, 0))`

/** Returns when no process holds the account's lock. Fails with a lock timeout after `withinMs`. */
export async function waitForAccountLock(pool: Pool, accountId: string, withinMs: number): Promise<void> {
  const { rows } = await pool.query<{ isFree: boolean }>(`select pg_try_${ACCOUNT_LOCK} as "isFree"`, [
    accountId,
  ])
  if (rows[0]?.isFree === true) return
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
  await sql.query('select record_poll($1, $2, $3, $4)', [accountId, poll.at, poll.dueAt, poll.error])
}

/** Returns the position up to which a source was read, in the source's own format. */
export async function readFeedCursor(
  sql: Sql,
  accountId: string,
  source: string,
): Promise<string | undefined> {
  const { rows } = await sql.query<{ cursor: string | null }>(
    'select cursor from feed_cursor where vendor_account_id = $1 and source = $2',
    [accountId, source],
  )
  return rows[0]?.cursor ?? undefined
}

/**
 * Begins a check of an account and schedules the next one for `until`, in case this one does not end. Waits for notifications that are
 * being recorded, so that the check reads their hints.
 */
export async function beginAccountLook(sql: Sql, accountId: string, until: Date): Promise<void> {
  await sql.query('select begin_account_look($1, $2)', [accountId, until])
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
  await sql.query('select end_account_look($1, $2, $3, $4)', [
    accountId,
    look.seen,
    look.dueAt,
    look.activeAt,
  ])
}
