import type { Sql } from '../../kernel/postgres/pool.ts'
import type { Person } from './person.ts'
import { PERSON_COLUMNS, PERSON_JOINS, type PersonRow, readPerson } from './person-store.ts'

/** A mail with a link that goes out if the address belongs to a member. */
type RequestedMail = Readonly<{
  id: string
  email: string
  address: string
  tokenHash: Buffer
  mail: Readonly<{ id: string; sealed: Buffer }>
  at: Date
}>

/** Returns false if the source asked too often. Nothing tells whether the address is known. */
export async function requestEmailSignIn(
  sql: Sql,
  { id, email, address, tokenHash, browserHash, mail, at }: RequestedMail & Readonly<{ browserHash: Buffer }>,
): Promise<boolean> {
  const { rows } = await sql.query<{ isAccepted: boolean }>(
    `select request_email_sign_in($1, $2, $3, $4, $5, $6, $7, $8) as "isAccepted"`,
    [id, email, address, tokenHash, browserHash, mail.id, mail.sealed, at],
  )
  return rows[0]?.isAccepted === true
}

/** Returns false if the source asked too often. Nothing tells whether the address is known. */
export async function requestRecovery(
  sql: Sql,
  {
    id,
    email,
    address,
    invitationId,
    tokenHash,
    mail,
    at,
  }: RequestedMail & Readonly<{ invitationId: string }>,
): Promise<boolean> {
  const { rows } = await sql.query<{ isAccepted: boolean }>(
    `select request_recovery($1, $2, $3, $4, $5, $6, $7, $8) as "isAccepted"`,
    [id, email, address, invitationId, tokenHash, mail.id, mail.sealed, at],
  )
  return rows[0]?.isAccepted === true
}

/** Uses up a link. `elsewhere`: it still works, in the browser that asked for it. Of concurrent calls, one opens it. */
export async function openLink(
  sql: Sql,
  hashes: Readonly<{ token: Buffer; browser: Buffer | undefined }>,
  at: Date,
  sentAfter: Date,
): Promise<'opened' | 'elsewhere' | 'ended'> {
  const { rows } = await sql.query<{ isOwn: boolean }>(
    `select browser_hash is not distinct from $2 as "isOwn" from email_request
     where token_hash = $1 and member_id is not null and opened_at is null and created_at > $3 for update`,
    [hashes.token, hashes.browser, sentAfter],
  )
  if (rows[0] === undefined) return 'ended'
  if (!rows[0].isOwn) return 'elsewhere'
  await sql.query(`update email_request set opened_at = greatest($2, created_at) where token_hash = $1`, [
    hashes.token,
    at,
  ])
  return 'opened'
}

/** A sign-in whose link was opened and that waits for a code. */
export type OpenedSignIn = Readonly<{ id: string; failures: number; person: Person; isDisabled: boolean }>

/** Locks the sign-in that a browser opened last. */
export async function lockOpenedSignIn(
  sql: Sql,
  browserHash: Buffer,
  openedAfter: Date,
): Promise<OpenedSignIn | undefined> {
  const { rows } = await sql.query<PersonRow & { id: string; failures: number }>(
    `select x.id, x.failures, ${PERSON_COLUMNS}
     from (select r.*, null::uuid as operator_id from email_request r
           where r.browser_hash = $1 and r.opened_at > $2 and r.ended_at is null order by r.opened_at desc limit 1 for update) x
     ${PERSON_JOINS}`,
    [browserHash, openedAfter],
  )
  const row = rows[0]
  return (
    row && {
      id: row.id,
      failures: row.failures,
      person: readPerson(row),
      isDisabled: row.status !== 'active',
    }
  )
}

export async function endSignIn(sql: Sql, id: string, at: Date): Promise<void> {
  await sql.query(`update email_request set ended_at = greatest($2, opened_at) where id = $1`, [id, at])
}

/** Counts a wrong code. After the last one that is allowed, the sign-in ends. */
export async function failSignIn(sql: Sql, id: string, most: number, at: Date): Promise<void> {
  await sql.query(
    `update email_request set failures = failures + 1, ended_at = case when failures + 1 >= $2 then greatest($3, opened_at) end
     where id = $1`,
    [id, most, at],
  )
}
