import type { Mode } from '../../kernel/mode.ts'
import type { Sql, Tenant } from '../../kernel/postgres/pool.ts'

/** A finished request of a key. It has no body, no header and no query. */
export type LoggedRequest = Readonly<{
  requestId: string
  keyId: string
  at: Date
  method: string
  path: string
  status: number
  /** The code of the refusal; null if the request succeeded. */
  code: string | null
  durationMs: number
  /** Whether an earlier request with the same Idempotency-Key had made the transaction. */
  isReplay: boolean
}>

export async function insertRequests(
  sql: Sql,
  requests: ReadonlyArray<LoggedRequest & Readonly<{ tenant: Tenant }>>,
): Promise<void> {
  const rows = requests.map(({ tenant, at, ...one }) => ({
    business_id: tenant.businessId,
    mode: tenant.mode,
    at: at.toISOString(),
    request_id: one.requestId,
    key_id: one.keyId,
    method: one.method,
    path: one.path,
    status: one.status,
    code: one.code,
    duration_ms: one.durationMs,
    is_replay: one.isReplay,
  }))
  await sql.query({ name: 'log_requests', text: 'select log_requests($1)', values: [JSON.stringify(rows)] })
}

/** Deletes requests that are too old, and of these businesses those that are too many. */
export async function trimRequestLog(sql: Sql, businessIds: readonly string[], at: Date): Promise<void> {
  await sql.query('select trim_request_log($1, $2)', [businessIds, at])
}

type RequestFilter = Readonly<{
  mode: Mode
  onlyFailed: boolean
  keyId: string | undefined
  /** Only requests that ended before this one. */
  before: Readonly<{ at: Date; requestId: string }> | undefined
  limit: number
}>

/** Returns requests, newest first. Runs for one business, which sees only its own. */
export async function listRequests(sql: Sql, filter: RequestFilter): Promise<LoggedRequest[]> {
  const { rows } = await sql.query<LoggedRequest>(
    `select request_id as "requestId", key_id as "keyId", at, method, path, status, code, duration_ms as "durationMs",
       is_replay as "isReplay"
     from request_log
     where business_id = tenant_business() and mode = $1 and (not $2 or status >= 400) and ($3::uuid is null or key_id = $3)
       and ($4::timestamptz is null or (at, request_id) < ($4, $5::uuid))
     order by at desc, request_id desc limit $6`,
    [filter.mode, filter.onlyFailed, filter.keyId, filter.before?.at, filter.before?.requestId, filter.limit],
  )
  return rows
}
