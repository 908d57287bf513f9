import type { Sql } from '../../kernel/postgres/pool.ts'

/** When an account's bank was asked for its list, and when something last happened there. */
export type AccountLook = Readonly<{
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

/** How the bank's answer to a poll ended: all was read, or why not. */
export async function notePoll(
  sql: Sql,
  accountId: string,
  poll: Readonly<{ at: Date; dueAt: Date; error: string | undefined }>,
): Promise<void> {
  await sql.query('select note_poll($1, $2, $3, $4)', [accountId, poll.at, poll.dueAt, poll.error])
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

/** Ends a look. Who called for one since `seen` was read is not put off until `dueAt`. */
export async function settleAccount(
  sql: Sql,
  accountId: string,
  look: Readonly<{ seen: Date | undefined; dueAt: Date; activeAt: Date | undefined }>,
): Promise<void> {
  await sql.query('select settle_account($1, $2, $3, $4)', [accountId, look.seen, look.dueAt, look.activeAt])
}
