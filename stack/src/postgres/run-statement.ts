import { Client } from 'pg'

/** Runs one statement over its own connection, for callers without a pool. Returns the rows. */
export async function runStatement(url: string, text: string): Promise<Array<Record<string, unknown>>> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // The server may close the connection at any time. The query then fails, and the event needs no other handling.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Record<string, unknown>>(text)
    return rows
  } finally {
    await client.end().catch(() => {})
  }
}
