import type { Sql } from '../../kernel/postgres/pool.ts'
import type { MemberRole } from './role-actions.ts'

/** Returns the id of the member who confirmed this email address. An address that was only typed proves nothing. */
export async function findMember(sql: Sql, email: string): Promise<string | undefined> {
  const { rows } = await sql.query<{ id: string }>(
    `select id from member where email = $1 and email_confirmed_at is not null`,
    [email],
  )
  return rows[0]?.id
}

/** Gives a person a role in a business, in place of the role they had there. A new person gets `id`. Returns the member. */
export async function insertMember(
  sql: Sql,
  member: Readonly<{
    id: string
    email: string
    name: string
    businessId: string
    role: MemberRole
    at: Date
  }>,
): Promise<string> {
  const { rows } = await sql.query<{ id: string }>(`select add_member($1, $2, $3, $4, $5, $6) as id`, [
    member.id,
    member.email,
    member.name,
    member.businessId,
    member.role,
    member.at,
  ])
  return rows[0]?.id ?? ''
}

/** Disables a member at once, with all of their sessions. */
export async function markMemberDisabled(sql: Sql, id: string): Promise<void> {
  await sql.query(`select disable_member($1)`, [id])
}
