import { Client } from 'pg'

/** One statement over a connection of its own, for the few that no pool is open for. Returns the rows. */
export async function runStatement(url: string, text: string): Promise<Array<Record<string, unknown>>> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // The server may cut the connection at any moment; the query then fails, and nobody else needs to know.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Record<string, unknown>>(text)
    return rows
  } finally {
    await client.end().catch(() => {})
  }
}
