import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { type BusinessTerms, readTerms, type TermsRow } from '../businesses/business-terms.ts'
import type { KeyScope } from './key-rights.ts'
import type { KeyHmac } from './key-text.ts'

export type ApiKey = Readonly<{
  id: string
  businessId: string
  mode: Mode
  scopes: readonly KeyScope[]
  ipList: readonly string[]
  label: string
  expiresAt: Date | null
  revokedAt: Date | null
  /** Limit in each window of ten seconds. */
  requestsPerWindow: number
}>

/** Data of a key that is found by its text, before the tenant is known. */
export type FoundKey = Omit<ApiKey, 'label'> &
  Readonly<{ linkTag: string; businessStatus: 'active' | 'suspended'; terms: BusinessTerms }>

const COLUMNS = `id, business_id as "businessId", mode, scopes, ip_list::text[] as "ipList", label,
  expires_at as "expiresAt", revoked_at as "revokedAt", requests_per_window as "requestsPerWindow"`

export async function insertKey(
  sql: Sql,
  key: Omit<ApiKey, 'expiresAt' | 'revokedAt'>,
  { hmac, pepperVersion }: KeyHmac,
): Promise<void> {
  await sql.query(
    `insert into api_key (id, business_id, mode, hmac, pepper_version, scopes, ip_list, label, requests_per_window)
     values ($1, $2, $3, $4, $5, $6, array(select network(listed::inet) from unnest($7::text[]) as listed), $8, $9)`,
    [
      key.id,
      key.businessId,
      key.mode,
      hmac,
      pepperVersion,
      key.scopes,
      key.ipList,
      key.label,
      key.requestsPerWindow,
    ],
  )
}

/** Locks the key until the caller's transaction ends, so that two rotations run in order. */
export async function lockKey(sql: Sql, id: string): Promise<ApiKey | undefined> {
  const { rows } = await sql.query<ApiKey>(`select ${COLUMNS} from api_key where id = $1 for update`, [id])
  return rows[0]
}

export async function expireKey(sql: Sql, id: string, at: Date): Promise<void> {
  await sql.query(`update api_key set expires_at = $2 where id = $1`, [id, at])
}

export async function markKeyRevoked(sql: Sql, id: string, at: Date): Promise<void> {
  await sql.query(`update api_key set revoked_at = $2 where id = $1`, [id, at])
}

export async function findLiveKeysByLabel(
  sql: Sql,
  input: Readonly<{ businessId: string; mode: Mode; label: string }>,
): Promise<readonly ApiKey[]> {
  const { rows } = await sql.query<ApiKey>(
    `select ${COLUMNS} from api_key where business_id = $1 and mode = $2 and label = $3 and revoked_at is null`,
    [input.businessId, input.mode, input.label],
  )
  return rows
}

/** Runs with the API's database role, which cannot read the table itself. */
export async function findKeyByHmacs(sql: Sql, hmacs: readonly Buffer[]): Promise<FoundKey | undefined> {
  const { rows } = await sql.query<Omit<FoundKey, 'terms'> & TermsRow>(
    `select id, business_id as "businessId", link_tag as "linkTag", mode, scopes, ip_list as "ipList",
       expires_at as "expiresAt", revoked_at as "revokedAt", requests_per_window as "requestsPerWindow",
       business_status as "businessStatus", may_hold_balance as "mayHoldBalance",
       fee_flat_minor as "feeFlatMinor", fee_bps as "feeBps", fee_cap_minor as "feeCapMinor",
       default_network as "defaultNetwork", default_wallet_address as "defaultWalletAddress",
       daily_limit_minor as "dailyLimitMinor"
     from find_api_key($1)`,
    [hmacs],
  )
  const row = rows[0]
  return row && { ...row, terms: readTerms(row) }
}

/** Records the use of a key, at most once a minute. */
export async function touchKey(sql: Sql, id: string, at: Date): Promise<void> {
  await sql.query(`select touch_api_key($1, $2)`, [id, at])
}

/** Requests granted from a key's window, with PostgreSQL's time. */
export type RequestLease = Readonly<{ granted: number; taken: number; windowNumber: number; atMs: number }>

/** Takes up to `wanted` requests from the key's current window of `most`. All API processes share the window. */
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
