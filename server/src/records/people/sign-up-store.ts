import type { Sql } from '../../kernel/postgres/pool.ts'
import type { Business } from '../businesses/business.ts'
import type { KeyHmac } from '../keys/key-text.ts'

/** Whether no business has the link tag. */
export async function findFreeTag(sql: Sql, linkTag: string): Promise<boolean> {
  const { rows } = await sql.query<{ free: boolean }>('select link_tag_is_free($1) as free', [linkTag])
  return rows[0]?.free === true
}

/** Stores the person, the business and its first test key. Returns false if another business has the link tag. */
export async function insertSignUp(
  sql: Sql,
  member: Readonly<{ id: string; email: string; name: string }>,
  business: Business,
  { keyId, hmac, pepperVersion }: KeyHmac & Readonly<{ keyId: string }>,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql.query<{ done: boolean }>(
    'select sign_up($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as done',
    [
      member.id,
      member.email,
      member.name,
      business.id,
      business.name,
      business.linkTag,
      keyId,
      hmac,
      pepperVersion,
      at,
    ],
  )
  return rows[0]?.done === true
}

/** Stores a link that confirms an address. PostgreSQL refuses the sixth in a day (AF489). */
export async function insertConfirmation(
  sql: Sql,
  link: Readonly<{ id: string; memberId: string; tokenHash: Buffer; at: Date; expiresAt: Date }>,
): Promise<void> {
  await sql.query('select add_email_confirmation($1, $2, $3, $4, $5)', [
    link.id,
    link.memberId,
    link.tokenHash,
    link.at,
    link.expiresAt,
  ])
}

/** Confirms the address of a link and returns it. PostgreSQL refuses an unknown link (AF491) and a taken address (AF490). */
export async function updateConfirmed(sql: Sql, tokenHash: Buffer, at: Date): Promise<string> {
  const { rows } = await sql.query<{ email: string }>('select confirm_email($1, $2) as email', [
    tokenHash,
    at,
  ])
  return rows[0]?.email ?? ''
}
