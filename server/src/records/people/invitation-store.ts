import type { Sql } from '../../kernel/postgres/pool.ts'
import type { Person, PersonId } from './person.ts'
import { ownerColumns, PERSON_COLUMNS, PERSON_JOINS, type PersonRow, readPerson } from './person-store.ts'

export type Invitation = Readonly<{
  id: string
  createdAt: Date
  expiresAt: Date
  acceptedAt: Date | null
  revokedAt: Date | null
  person: Person
  isDisabled: boolean
  /** Whether the person had a passkey before. Then they enrol again (`reenrol` in PostgreSQL). */
  isAgain: boolean
}>

export async function insertInvitation(
  sql: Sql,
  person: PersonId,
  invitation: Readonly<{ id: string; invitedBy: string; createdAt: Date; expiresAt: Date }>,
  tokenHash: Buffer,
): Promise<void> {
  await sql.query(
    `insert into invitation (id, operator_id, member_id, token_hash, invited_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      invitation.id,
      ...ownerColumns(person),
      tokenHash,
      invitation.invitedBy,
      invitation.createdAt,
      invitation.expiresAt,
    ],
  )
}

/** Revokes the open invitation of a person. Returns whether there was one. */
export async function revokeInvitation(sql: Sql, person: PersonId, at: Date): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update invitation set revoked_at = $3
     where (operator_id = $1 or member_id = $2) and accepted_at is null and revoked_at is null`,
    [...ownerColumns(person), at],
  )
  return rowCount === 1
}

/** Finds an invitation that was accepted, revoked or expired too, so that the refusal can say so. */
export async function findInvitation(sql: Sql, tokenHash: Buffer): Promise<Invitation | undefined> {
  const { rows } = await sql.query<PersonRow & Omit<Invitation, 'person' | 'isDisabled'>>(
    `select x.id, x.created_at as "createdAt", x.expires_at as "expiresAt", x.accepted_at as "acceptedAt",
       x.revoked_at as "revokedAt", ${PERSON_COLUMNS},
       exists (select from passkey k where k.operator_id = x.operator_id or k.member_id = x.member_id) as "isAgain"
     from invitation x ${PERSON_JOINS} where x.token_hash = $1`,
    [tokenHash],
  )
  const row = rows[0]
  return (
    row && {
      id: row.id,
      createdAt: row.createdAt,
      expiresAt: row.expiresAt,
      acceptedAt: row.acceptedAt,
      revokedAt: row.revokedAt,
      person: readPerson(row),
      isDisabled: row.status !== 'active',
      isAgain: row.isAgain,
    }
  )
}

/** Returns false if somebody accepted or revoked it meanwhile. */
export async function markInvitationAccepted(
  sql: Sql,
  id: string,
  passkeyId: string,
  at: Date,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update invitation set accepted_at = $3, passkey_id = $2
     where id = $1 and accepted_at is null and revoked_at is null and expires_at > $3`,
    [id, passkeyId, at],
  )
  return rowCount === 1
}

/** Returns from when the person of a passkey may sign, if they enrolled again with it. */
export async function findSignsFrom(sql: Sql, passkeyId: string): Promise<Date | null> {
  const { rows } = await sql.query<{ signsFrom: Date }>(
    `select signs_from as "signsFrom" from reenrolment where passkey_id = $1`,
    [passkeyId],
  )
  return rows[0]?.signsFrom ?? null
}

/** An invitation whose link leaves only by mail, with that mail. */
type MailedInvitation = Readonly<{
  id: string
  hash: Buffer
  mailId: string
  sealed: Buffer
  expiresAt: Date
}>

/** Stores the invitation that two operators decided in this commit. */
export async function insertDecidedInvitation(
  sql: Sql,
  caseId: string,
  { id, hash, mailId, sealed, expiresAt }: MailedInvitation,
  at: Date,
): Promise<void> {
  const values = [caseId, id, hash, mailId, sealed, expiresAt, at]
  await sql.query(`select issue_decided_invitation($1, $2, $3, $4, $5, $6, $7)`, values)
}

/** Stores the invitation of a member. Returns whether an open one was revoked. */
export async function insertMemberInvitation(
  sql: Sql,
  memberId: string,
  by: string,
  { id, hash, mailId, sealed, expiresAt }: MailedInvitation,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql.query<{ repeated: boolean }>(
    `select invite_member($1, $2, $3, $4, $5, $6, $7, $8) as repeated`,
    [memberId, id, hash, by, mailId, sealed, expiresAt, at],
  )
  return rows[0]?.repeated === true
}
