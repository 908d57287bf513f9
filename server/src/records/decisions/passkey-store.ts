import type { Sql } from '../../kernel/postgres/pool.ts'

export type Passkey = Readonly<{
  id: string
  operatorId: string
  credentialId: Buffer
  /** In COSE format. */
  publicKey: Buffer
  /** The authenticator's counter at the last sign-in. */
  signCount: bigint
  name: string
}>

/** Returns the passkeys of an operator that are in use, oldest first. */
export async function selectPasskeys(sql: Sql, operatorId: string): Promise<Passkey[]> {
  const { rows } = await sql.query<Omit<Passkey, 'signCount'> & { signCount: string }>(
    `select id, operator_id as "operatorId", credential_id as "credentialId", public_key as "publicKey",
       sign_count as "signCount", name
     from passkey where operator_id = $1 and revoked_at is null order by created_at, id`,
    [operatorId],
  )
  return rows.map((row) => ({ ...row, signCount: BigInt(row.signCount) }))
}

export async function insertPasskey(
  sql: Sql,
  { id, operatorId, credentialId, publicKey, signCount, name, at }: Passkey & Readonly<{ at: Date }>,
): Promise<void> {
  await sql.query(
    `insert into passkey (id, operator_id, credential_id, public_key, sign_count, name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, operatorId, credentialId, publicKey, signCount.toString(), name, at],
  )
}
