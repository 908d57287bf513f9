import type { Sql } from '../../kernel/postgres/pool.ts'
import type { MemberRole } from './role-actions.ts'

/** Returns the id of the member with this email address. */
export async function findMember(sql: Sql, email: string): Promise<string | undefined> {
  const { rows } = await sql.query<{ id: string }>(`select id from member where email = $1`, [email])
  return rows[0]?.id
}

export async function insertMember(
  sql: Sql,
  { id, email, name, at }: Readonly<{ id: string; email: string; name: string; at: Date }>,
): Promise<string> {
  await sql.query(`insert into member (id, email, name, created_at) values ($1, $2, $3, $4)`, [
    id,
    email,
    name,
    at,
  ])
  return id
}

/** Gives a member a role in a business, in place of the role they had there. */
export async function setMembership(
  sql: Sql,
  membership: Readonly<{ memberId: string; businessId: string; role: MemberRole; at: Date }>,
): Promise<void> {
  await sql.query(
    `insert into membership (member_id, business_id, role, created_at) values ($1, $2, $3, $4)
     on conflict (member_id, business_id) do update set role = excluded.role, ended_at = null`,
    [membership.memberId, membership.businessId, membership.role, membership.at],
  )
}

export async function updateMemberStatus(sql: Sql, id: string, status: 'active' | 'disabled'): Promise<void> {
  await sql.query(`update member set status = $2 where id = $1`, [id, status])
}
