import type { Sql } from '../../kernel/postgres/pool.ts'
import type { MemberRole } from './role-actions.ts'

export type TeamMember = Readonly<{
  id: string
  name: string
  email: string
  isEmailConfirmed: boolean
  role: MemberRole
  joinedAt: Date
}>

export type OpenInvitation = Readonly<{
  id: string
  email: string
  role: MemberRole
  invitedBy: string
  createdAt: Date
  expiresAt: Date
}>

/** Returns the members of the business of the connection, owners first. */
export async function listMembers(sql: Sql, businessId: string): Promise<readonly TeamMember[]> {
  const { rows } = await sql.query<TeamMember>(
    `select m.id, m.name, m.email, m.email_confirmed_at is not null as "isEmailConfirmed", h.role, h.created_at as "joinedAt"
     from membership h join member m on m.id = h.member_id
     where h.business_id = $1 and h.ended_at is null and m.status = 'active'
     order by array_position(array['owner', 'administrator', 'finance', 'developer', 'viewer'], h.role), m.name, m.id`,
    [businessId],
  )
  return rows
}

export async function listOpenInvitations(
  sql: Sql,
  businessId: string,
  at: Date,
): Promise<readonly OpenInvitation[]> {
  const { rows } = await sql.query<OpenInvitation>(
    `select x.id, x.email, x.role, m.name as "invitedBy", x.created_at as "createdAt", x.expires_at as "expiresAt"
     from team_invitation x join member m on m.id = x.invited_by
     where x.business_id = $1 and x.accepted_at is null and x.cancelled_at is null and x.expires_at > $2 order by x.created_at, x.id`,
    [businessId, at],
  )
  return rows
}

/** The confirmed change, in which business, and by whom. */
type Made = Readonly<{ id: string; businessId: string; by: string; at: Date }>

export async function insertTeamInvitation(
  sql: Sql,
  { id, businessId, by, at }: Made,
  invited: Readonly<{
    id: string
    email: string
    role: MemberRole
    tokenHash: Buffer
    mailId: string
    sealed: Buffer
    expiresAt: Date
  }>,
): Promise<'invited' | 'is_member' | 'too_many'> {
  const { rows } = await sql.query<{ outcome: 'invited' | 'is_member' | 'too_many' }>(
    'select invite_colleague($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as outcome',
    [
      id,
      businessId,
      by,
      invited.email,
      invited.role,
      invited.id,
      invited.tokenHash,
      invited.mailId,
      invited.sealed,
      invited.expiresAt,
      at,
    ],
  )
  return rows[0]?.outcome ?? 'too_many'
}

/** Returns false if the business has no such open invitation. */
export async function markInvitationCancelled(
  sql: Sql,
  { id, businessId, by, at }: Made,
  invitationId: string,
): Promise<boolean> {
  const statement = 'select cancel_team_invitation($1, $2, $3, $4, $5) as done'
  return isDone(sql, statement, [id, businessId, by, invitationId, at])
}

/** Returns false if the business has no such member. */
export async function updateMemberRole(
  sql: Sql,
  { id, businessId, by, at }: Made,
  memberId: string,
  role: MemberRole,
): Promise<boolean> {
  const statement = 'select change_member_role($1, $2, $3, $4, $5, $6) as done'
  return isDone(sql, statement, [id, businessId, by, memberId, role, at])
}

/** Returns false if the business has no such member. */
export async function markMembershipEnded(
  sql: Sql,
  { id, businessId, by, at }: Made,
  memberId: string,
): Promise<boolean> {
  return isDone(sql, 'select end_membership($1, $2, $3, $4, $5) as done', [id, businessId, by, memberId, at])
}

/** Lets a person join. Returns false if the invitation has ended meanwhile, or is not theirs. A name makes a new member. */
export async function updateJoined(
  sql: Sql,
  tokenHash: Buffer,
  memberId: string,
  name: string | null,
  at: Date,
): Promise<boolean> {
  return isDone(sql, 'select join_team($1, $2, $3, $4) as done', [tokenHash, memberId, name, at])
}

async function isDone(sql: Sql, statement: string, values: unknown[]): Promise<boolean> {
  const { rows } = await sql.query<{ done: boolean }>(statement, values)
  return rows[0]?.done === true
}

export type TeamInvitation = Readonly<{
  id: string
  email: string
  role: MemberRole
  businessId: string
  businessName: string
  linkTag: string
  invitedBy: string
  expiresAt: Date
  isOpen: boolean
  /** Whether somebody confirmed the invited address. They sign in to join. */
  hasAccount: boolean
}>

export async function findTeamInvitation(
  sql: Sql,
  tokenHash: Buffer,
  at: Date,
): Promise<TeamInvitation | undefined> {
  const { rows } = await sql.query<TeamInvitation>(
    `select x.id, x.email, x.role, b.id as "businessId", b.name as "businessName", b.link_tag as "linkTag", m.name as "invitedBy",
       x.expires_at as "expiresAt", x.accepted_at is null and x.cancelled_at is null and x.expires_at > $2 as "isOpen",
       exists (select from member k where k.email = x.email and k.email_confirmed_at is not null) as "hasAccount"
     from team_invitation x join business b on b.id = x.business_id join member m on m.id = x.invited_by where x.token_hash = $1`,
    [tokenHash, at],
  )
  return rows[0]
}
