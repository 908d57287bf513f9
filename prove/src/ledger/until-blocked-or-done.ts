import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { PoolClient } from 'pg'

/** Waits until the connection waits for a lock, or its statement is answered. */
export async function untilBlockedOrDone(
  watcher: Pool,
  connection: PoolClient,
  answer: Promise<unknown>,
): Promise<void> {
  const { processID } = connection as PoolClient & { processID: number }
  const statement = { isDone: false }
  const noted = answer.finally(() => {
    statement.isDone = true
  })
  // The caller awaits the same answer and receives its failure.
  noted.catch(() => {})
  while (!statement.isDone) {
    const { rowCount } = await watcher.query(
      `select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`,
      [processID],
    )
    if (rowCount === 1) return
  }
}
