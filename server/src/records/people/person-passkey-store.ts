import type { Sql } from '../../kernel/postgres/pool.ts'
import type { Person, PersonId } from './person.ts'
import { ownerColumns, PERSON_COLUMNS, PERSON_JOINS, type PersonRow, readPerson } from './person-store.ts'

export type PersonPasskey = Readonly<{
  id: string
  credentialId: Buffer
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}>

export type FoundPasskey = Readonly<{
  id: string
  /** In COSE format. */
  publicKey: Buffer
  signCount: number
  revokedAt: Date | null
  person: Person
  isDisabled: boolean
}>

/** Finds the person to whom a credential belongs, also if it is revoked. */
export async function findPasskey(sql: Sql, credentialId: Buffer): Promise<FoundPasskey | undefined> {
  return findPasskeyBy(sql, 'x.credential_id = $1', credentialId)
}

export async function findPasskeyById(sql: Sql, id: string): Promise<FoundPasskey | undefined> {
  return findPasskeyBy(sql, 'x.id = $1', id)
}

async function findPasskeyBy(
  sql: Sql,
  condition: string,
  value: Buffer | string,
): Promise<FoundPasskey | undefined> {
  const { rows } = await sql.query<
    PersonRow & { id: string; publicKey: Buffer; signCount: string; revokedAt: Date | null }
  >(
    `select x.id, x.public_key as "publicKey", x.sign_count as "signCount", x.revoked_at as "revokedAt", ${PERSON_COLUMNS}
     from passkey x ${PERSON_JOINS} where ${condition}`,
    [value],
  )
  const row = rows[0]
  return (
    row && {
      id: row.id,
      publicKey: row.publicKey,
      signCount: Number(row.signCount),
      revokedAt: row.revokedAt,
      person: readPerson(row),
      isDisabled: row.status !== 'active',
    }
  )
}

/**
 * Records the counter of a passkey that was used. Returns false if the counter did not grow, or the passkey was revoked. A passkey that
 * always counts zero has no counter.
 */
export async function usePasskey(sql: Sql, id: string, signCount: number, at: Date): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update passkey set sign_count = $2, last_used_at = greatest(last_used_at, $3, created_at)
     where id = $1 and revoked_at is null and (sign_count < $2 or (sign_count = 0 and $2 = 0))`,
    [id, signCount, at],
  )
  return rowCount === 1
}

/** Returns false if any person has enrolled the credential already. */
export async function insertPersonPasskey(
  sql: Sql,
  person: PersonId,
  passkey: Readonly<{
    id: string
    credentialId: Buffer
    publicKey: Buffer
    signCount: number
    name: string
    at: Date
  }>,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `insert into passkey (id, operator_id, member_id, credential_id, public_key, sign_count, name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (credential_id) do nothing`,
    [
      passkey.id,
      ...ownerColumns(person),
      passkey.credentialId,
      passkey.publicKey,
      passkey.signCount,
      passkey.name,
      passkey.at,
    ],
  )
  return rowCount === 1
}

/** Returns the passkeys of a person that are in use, oldest first. */
export async function listPasskeys(sql: Sql, person: PersonId): Promise<readonly PersonPasskey[]> {
  const { rows } = await sql.query<PersonPasskey>(
    `select id, credential_id as "credentialId", name, created_at as "createdAt", last_used_at as "lastUsedAt"
     from passkey where (operator_id = $1 or member_id = $2) and revoked_at is null order by created_at, id`,
    ownerColumns(person),
  )
  return rows
}

/** Locks the passkeys of a person that are in use, and returns their ids. Two concurrent revocations cannot both leave one. */
export async function lockPasskeys(sql: Sql, person: PersonId): Promise<readonly string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select id from passkey where (operator_id = $1 or member_id = $2) and revoked_at is null order by id for update`,
    ownerColumns(person),
  )
  return rows.map(({ id }) => id)
}

/** Also ends the sessions that were started with it. */
export async function markPasskeyRevoked(sql: Sql, id: string, at: Date): Promise<void> {
  await sql.query(`update passkey set revoked_at = greatest($2, created_at) where id = $1`, [id, at])
}
