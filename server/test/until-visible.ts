import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '@afara/server/kernel/postgres/pool.ts'

/**
 * Waits until all writes are visible. Sealing and reconciling stop before the oldest running transaction, which may belong to another
 * test's database on the same server.
 */
export async function untilVisible(sql: Sql): Promise<void> {
  const { rows } = await sql.query<{ next: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as next',
  )
  for (;;) {
    const { rowCount } = await sql.query(
      'select where pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= $1::bigint',
      [rows[0]?.next],
    )
    if (rowCount === 1) return
    await sleep(20)
  }
}
