import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { BusinessStatus } from '../businesses/business.ts'
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
  /** The key stops working at this time: at its own expiry, or earlier after a rotation. */
  expiresAt: Date | null
  /** The expiry named when the key was issued. Never changes. */
  issuedUntil: Date | null
  /** The newest key that a rotation issued in place of this one. */
  replacedBy: string | null
  revokedAt: Date | null
  /** Limit in each window of ten seconds. */
  requestsPerWindow: number
  /** The Ed25519 key that verifies the requests of its business; null for none. */
  publicKey?: Buffer | null
}>

/** Data of a key that is found by its text, before the tenant is known. */
export type FoundKey = Omit<ApiKey, 'label' | 'issuedUntil' | 'replacedBy'> &
  Readonly<{ linkTag: string; businessStatus: BusinessStatus; terms: BusinessTerms; mustSign: boolean }>

const COLUMNS = `id, business_id as "businessId", mode, scopes, ip_list::text[] as "ipList", label,
  expires_at as "expiresAt", issued_until as "issuedUntil", replaced_by as "replacedBy", revoked_at as "revokedAt",
  requests_per_window as "requestsPerWindow"`

/** A key before it is stored. `expiresAt` is the expiry that it is issued with. */
export type NewKey = Omit<ApiKey, 'issuedUntil' | 'replacedBy' | 'revokedAt'>

export async function insertKey(sql: Sql, key: NewKey, { hmac, pepperVersion }: KeyHmac): Promise<void> {
  await sql.query(`select store_api_key($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`, [
    key.id,
    key.businessId,
    key.mode,
    hmac,
    pepperVersion,
    key.scopes,
    key.ipList,
    key.label,
    key.requestsPerWindow,
    key.expiresAt,
    key.publicKey ?? null,
  ])
}

/** Stores the key that two operators approved in a case. Its rights come from their decision. Returns them. */
export async function insertDecidedKey(
  sql: Sql,
  {
    caseId,
    operatorId,
    keyId,
    at,
  }: Readonly<{ caseId: string; operatorId: string; keyId: string; at: Date }>,
  { hmac, pepperVersion }: KeyHmac,
): Promise<ApiKey | undefined> {
  await sql.query('select issue_decided_key($1, $2, $3, $4, $5, $6)', [
    caseId,
    operatorId,
    keyId,
    hmac,
    pepperVersion,
    at,
  ])
  // The people process may read keys, but not lock them.
  const { rows } = await sql.query<ApiKey>(`select ${COLUMNS} from api_key where id = $1`, [keyId])
  return rows[0]
}

/** Locks the key until the caller's transaction ends, so that two rotations run in order. */
export async function lockKey(sql: Sql, id: string): Promise<ApiKey | undefined> {
  const { rows } = await sql.query<ApiKey>(`select ${COLUMNS} from api_key where id = $1 for update`, [id])
  return rows[0]
}

export async function readKeyMode(sql: Sql, id: string): Promise<Mode | undefined> {
  const { rows } = await sql.query<{ mode: Mode }>('select mode from api_key where id = $1', [id])
  return rows[0]?.mode
}

export async function readPublicKey(sql: Sql, id: string): Promise<Buffer | null> {
  const { rows } = await sql.query<{ publicKey: Buffer }>(
    'select public_key as "publicKey" from signing_key where key_id = $1',
    [id],
  )
  return rows[0]?.publicKey ?? null
}

/** Ends a key that a rotation replaced. PostgreSQL refuses a later time than the key had. */
export async function replaceKey(sql: Sql, id: string, successor: string, expiresAt: Date): Promise<void> {
  await sql.query(`select replace_api_key($1, $2, $3)`, [id, successor, expiresAt])
}

/** Revokes a key. Returns the webhook endpoints that it opened or changed, which are paused with it. */
export async function markKeyRevoked(sql: Sql, id: string, at: Date): Promise<readonly string[]> {
  const { rows } = await sql.query<{ id: string }>(`select id from revoke_api_key($1, $2) as id`, [id, at])
  return rows.map((row) => row.id)
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

export type ListedKey = ApiKey & Readonly<{ createdAt: Date; lastUsedAt: Date | null }>

/** Returns the keys of a business in both modes, newest first. */
export async function listKeys(sql: Sql, businessId: string): Promise<readonly ListedKey[]> {
  const { rows } = await sql.query<ListedKey>(
    `select ${COLUMNS}, created_at as "createdAt", last_used_at as "lastUsedAt"
     from api_key where business_id = $1 order by created_at desc, id desc`,
    [businessId],
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
       daily_limit_minor as "dailyLimitMinor", public_key as "publicKey", must_sign as "mustSign"
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
