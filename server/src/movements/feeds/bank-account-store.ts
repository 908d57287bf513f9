import type { Mode } from '../../kernel/mode.ts'
import { inTransaction, type Pool, type Sql } from '../../kernel/postgres/pool.ts'

/** An account of ours as its feed knows it. */
export type BankAccount = Readonly<{
  id: string
  mode: Mode
  accountNumber: string
  /** The vendor that tells about it; null where only statements do. */
  feed: string | null
}>

const COLUMNS = 'id, mode, account_number as "accountNumber", feed'

export async function findBankAccount(sql: Sql, id: string): Promise<BankAccount | undefined> {
  const { rows } = await sql.query<BankAccount>(`select ${COLUMNS} from vendor_account where id = $1`, [id])
  return rows[0]
}

/** In any state: what the bank says of a closed account is true as well. */
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

/** When an account's bank was asked for its list, and when something last happened there. */
type AccountLook = Readonly<{
  activeAt: Date
  /** The bank is not asked again before this. */
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

/** Returns when nobody has the account to himself; fails with a lock time-out if somebody has it for longer than this. */
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

/** Has the account to himself until the caller's transaction ends: the lock that recording and matching take. */
export async function lockBankAccount(sql: Sql, accountId: string): Promise<void> {
  await sql.query(`select pg_${ACCOUNT_LOCK}`, [accountId])
}

/** How the bank's answer to a poll ended: all was read, or why not. */
export async function recordPoll(
  sql: Sql,
  accountId: string,
  poll: Readonly<{ at: Date; dueAt: Date; error: string | undefined }>,
): Promise<void> {
  await sql.query('select record_poll($1, $2, $3, $4)', [accountId, poll.at, poll.dueAt, poll.error])
}

/** How far a source was read, as the source itself writes it. */
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
 * A look begins. Notifications that left the account alone, because it was due, can be read from now on; who comes later says so on
 * its row, which says `until` for now.
 */
export async function beginAccountLook(sql: Sql, accountId: string, until: Date): Promise<void> {
  await sql.query('select begin_account_look($1, $2)', [accountId, until])
}

/** Ends a look. Who called for one since `seen` was read is not put off until `dueAt`. */
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
