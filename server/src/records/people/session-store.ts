import type { Sql } from '../../kernel/postgres/pool.ts'
import type { Person, PersonId } from './person.ts'
import { ownerColumns, PERSON_COLUMNS, PERSON_JOINS, type PersonRow, readPerson } from './person-store.ts'
import type { SessionMethod, SessionTimes } from './session-times.ts'

/** A browser has the token in a cookie, a terminal sends it in a header. */
export type SessionClient = 'browser' | 'terminal'

export type Session = SessionTimes &
  Readonly<{
    id: string
    /** Null if the session began without a passkey. */
    passkeyId: string | null
    method: SessionMethod
    client: SessionClient
    userAgent: string
    lastSeenAt: Date
  }>

export type FoundSession = Readonly<{
  session: Session
  person: Person
  isDisabled: boolean
  revokedAt: Date | null
}>

const COLUMNS = `x.id, x.passkey_id as "passkeyId", x.method, x.client, x.user_agent as "userAgent", x.created_at as "createdAt",
  x.last_seen_at as "lastSeenAt", x.idle_expires_at as "idleExpiresAt", x.expires_at as "expiresAt"`

export async function insertSession(
  sql: Sql,
  person: PersonId,
  session: Omit<Session, 'lastSeenAt'>,
  tokenHash: Buffer,
): Promise<void> {
  await sql.query(
    `insert into person_session (id, operator_id, member_id, token_hash, method, passkey_id, client, user_agent, created_at,
       last_seen_at, idle_expires_at, expires_at)
     values ($1, $2, $3, $4, $11, $5, $6, $7, $8, $8, $9, $10)`,
    [
      session.id,
      ...ownerColumns(person),
      tokenHash,
      session.passkeyId,
      session.client,
      session.userAgent,
      session.createdAt,
      session.idleExpiresAt,
      session.expiresAt,
      session.method,
    ],
  )
}

/** Finds revoked and expired sessions too, so that the refusal can say so. */
export async function findSession(sql: Sql, tokenHash: Buffer): Promise<FoundSession | undefined> {
  const { rows } = await sql.query<Session & PersonRow & { revokedAt: Date | null }>(
    `select ${COLUMNS}, x.revoked_at as "revokedAt", ${PERSON_COLUMNS}
     from person_session x ${PERSON_JOINS} where x.token_hash = $1`,
    [tokenHash],
  )
  const row = rows[0]
  return (
    row && {
      session: row,
      person: readPerson(row),
      isDisabled: row.status !== 'active',
      revokedAt: row.revokedAt,
    }
  )
}

/** Records that a session was used. Does nothing if it was revoked or expired meanwhile. */
export async function touchSession(sql: Sql, id: string, at: Date, idleExpiresAt: Date): Promise<void> {
  await sql.query(
    `update person_session set last_seen_at = $2, idle_expires_at = $3
     where id = $1 and revoked_at is null and last_seen_at < $2 and idle_expires_at > $2`,
    [id, at, idleExpiresAt],
  )
}

/** Returns the sessions of a person that still work, newest first. */
export async function listSessions(sql: Sql, person: PersonId, at: Date): Promise<readonly Session[]> {
  const { rows } = await sql.query<Session>(
    `select ${COLUMNS} from person_session x
     where (x.operator_id = $1 or x.member_id = $2) and x.revoked_at is null and x.idle_expires_at > $3
     order by x.created_at desc, x.id desc`,
    [...ownerColumns(person), at],
  )
  return rows
}

/** Returns false if the person has no such session that still works. */
export async function revokeSession(sql: Sql, person: PersonId, id: string, at: Date): Promise<boolean> {
  return (await revokeSessions(sql, person, id, at)) === 1
}

/** Ends all sessions of a person that still work, or only one. Returns how many. */
export async function revokeSessions(
  sql: Sql,
  person: PersonId,
  only: string | undefined,
  at: Date,
): Promise<number> {
  const { rowCount } = await sql.query(
    `update person_session set revoked_at = $4
     where ($3::uuid is null or id = $3) and (operator_id = $1 or member_id = $2) and revoked_at is null and idle_expires_at > $4`,
    [...ownerColumns(person), only ?? null, at],
  )
  return rowCount ?? 0
}
