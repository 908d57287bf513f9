import type { Pool, Sql } from '@afara/server/kernel/postgres/pool.ts'

/** Runs one statement on a connection that outlives its refusal; a pool's own `query` would throw the connection away. */
export async function onConnection<T>(pool: Pool, statement: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await statement(client)
  } finally {
    client.release()
  }
}
