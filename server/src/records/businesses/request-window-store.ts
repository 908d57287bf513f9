import type { Sql } from '../../kernel/postgres/pool.ts'

/** What PostgreSQL gave of a key's window, and when by its clock. */
export type RequestLease = Readonly<{ granted: number; taken: number; windowNumber: number; atMs: number }>

/** Takes up to `wanted` requests from the key's present window, which holds `most`. Shared by all api processes. */
export async function leaseRequests(
  sql: Sql,
  keyId: string,
  wanted: number,
  most: number,
): Promise<RequestLease> {
  const { rows } = await sql.query<{ granted: number; taken: number; windowNumber: string; atMs: string }>(
    `select granted, taken, window_number as "windowNumber", at_ms as "atMs" from lease_requests($1, $2, $3)`,
    [keyId, wanted, most],
  )
  const row = rows[0]
  if (row === undefined) throw new Error('lease_requests returned nothing')
  return { ...row, windowNumber: Number(row.windowNumber), atMs: Number(row.atMs) }
}
