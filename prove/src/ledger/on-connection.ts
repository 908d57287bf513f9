import type { Pool, Sql } from '@afara/server/kernel/postgres/pool.ts'

/** Runs one statement and keeps the connection after a refusal. A pool's own `query` would discard it. */
export async function onConnection<T>(pool: Pool, statement: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await statement(client)
  } finally {
    client.release()
  }
}
