import type { Sql } from '../../kernel/postgres/pool.ts'
import type { KeyHmac } from './key-text.ts'

/** The member who acts, and the business of the key. */
export type KeyManager = Readonly<{ memberId: string; businessId: string }>

type StoredKey = KeyHmac & Readonly<{ id: string }>

export async function insertTestKey(
  sql: Sql,
  { memberId, businessId }: KeyManager,
  { id, hmac, pepperVersion }: StoredKey,
  rights: Readonly<{
    scopes: readonly string[]
    label: string
    expiresAt: Date | null
    publicKey?: Buffer | undefined
  }>,
  at: Date,
): Promise<void> {
  await sql.query('select issue_test_key($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', [
    memberId,
    businessId,
    id,
    hmac,
    pepperVersion,
    rights.scopes,
    rights.label,
    rights.expiresAt,
    at,
    rights.publicKey ?? null,
  ])
}

/** Returns until when the old key works. Null if there is no such test key in use. */
export async function insertSuccessor(
  sql: Sql,
  { memberId, businessId }: KeyManager,
  oldId: string,
  { id, hmac, pepperVersion }: StoredKey,
  overlap: string,
  at: Date,
): Promise<Date | null> {
  const { rows } = await sql.query<{ until: Date | null }>(
    'select rotate_test_key($1, $2, $3, $4, $5, $6, $7, $8) as until',
    [memberId, businessId, oldId, id, hmac, pepperVersion, overlap, at],
  )
  return rows[0]?.until ?? null
}

/** Returns how many webhook endpoints were paused with the key. Null if the business has no such key in use. */
export async function markOwnKeyRevoked(
  sql: Sql,
  { memberId, businessId }: KeyManager,
  keyId: string,
  at: Date,
): Promise<number | null> {
  const { rows } = await sql.query<{ paused: number | null }>(
    'select revoke_own_key($1, $2, $3, $4) as paused',
    [memberId, businessId, keyId, at],
  )
  return rows[0]?.paused ?? null
}
