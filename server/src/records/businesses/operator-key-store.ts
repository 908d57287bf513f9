import type { Sql } from '../../kernel/postgres/pool.ts'
import type { KeyHmac } from './key-pepper.ts'
import type { Operator } from './operator-store.ts'

export async function insertOperatorKey(
  sql: Sql,
  key: Readonly<{ id: string; operatorId: string; at: Date }>,
  { hmac, pepperVersion }: KeyHmac,
): Promise<void> {
  await sql.query(
    `insert into operator_key (id, operator_id, hmac, pepper_version, created_at) values ($1, $2, $3, $4, $5)`,
    [key.id, key.operatorId, hmac, pepperVersion, key.at],
  )
}

/** How many keys it ended: one, or none. */
export async function revokeOperatorKeys(sql: Sql, operatorId: string, at: Date): Promise<number> {
  // Keys of one person are made one after the other: the new one must not meet an old one that is not ended yet.
  await sql.query(`select from operator where id = $1 for update`, [operatorId])
  const { rowCount } = await sql.query(
    `update operator_key set revoked_at = $2 where operator_id = $1 and revoked_at is null`,
    [operatorId, at],
  )
  return rowCount ?? 0
}

/** Revoked keys are found as well, so that their holder can be told. */
export async function findOperatorByHmacs(
  sql: Sql,
  hmacs: readonly Buffer[],
): Promise<{ keyId: string; revokedAt: Date | null; operator: Operator } | undefined> {
  const { rows } = await sql.query<{ key_id: string; revoked_at: Date | null } & Operator>(
    `select k.id as key_id, k.revoked_at, o.id, o.email, o.name, o.status
     from operator_key k join operator o on o.id = k.operator_id where k.hmac = any ($1)`,
    [hmacs],
  )
  const row = rows[0]
  return (
    row && {
      keyId: row.key_id,
      revokedAt: row.revoked_at,
      operator: { id: row.id, email: row.email, name: row.name, status: row.status },
    }
  )
}

export async function touchOperatorKey(sql: Sql, keyId: string, at: Date): Promise<void> {
  await sql.query(`update operator_key set last_used_at = $2 where id = $1`, [keyId, at])
}
