import { hash } from 'node:crypto'
import type { Sql } from '../../kernel/postgres/pool.ts'

/** What a challenge was issued for. The answer must be about the same invitation or terminal, or come from the same session. */
export type ChallengeFor =
  | Readonly<{ purpose: 'sign_in' }>
  | Readonly<{
      purpose: 'accept_invitation' | 'add_passkey' | 'confirm_device' | 'sign_up'
      subjectId: string
    }>
  /** The challenge is the hash of what the person confirms, so the passkey signs exactly that. */
  | Readonly<{ purpose: 'confirm_request'; subjectId: string; challenge: Buffer }>

/**
 * Stores a challenge until its answer arrives. Only its hash is stored. Also deletes some expired challenges, so that the table stays small
 * without a job of its own.
 */
export async function storeChallenge(
  sql: Sql,
  challenge: Buffer,
  wanted: ChallengeFor,
  at: Date,
  expiresAt: Date,
): Promise<void> {
  await sql.query(
    `with expired as (
       delete from passkey_challenge where hash in (
         select hash from passkey_challenge where expires_at <= $5 order by expires_at limit 100 for update skip locked))
     insert into passkey_challenge (hash, purpose, subject_id, expires_at) values ($1, $2, $3, $4)`,
    [hashOf(challenge), wanted.purpose, subjectOf(wanted), expiresAt, at],
  )
}

/** Uses up a challenge. Returns false if it is unknown, used, expired or for something else. Of concurrent calls, one returns true. */
export async function takeChallenge(
  sql: Sql,
  challenge: Buffer,
  wanted: ChallengeFor,
  at: Date,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `delete from passkey_challenge
     where hash = $1 and purpose = $2 and subject_id is not distinct from $3 and expires_at > $4`,
    [hashOf(challenge), wanted.purpose, subjectOf(wanted), at],
  )
  return rowCount === 1
}

function subjectOf(wanted: ChallengeFor): string | null {
  return wanted.purpose === 'sign_in' ? null : wanted.subjectId
}

function hashOf(challenge: Buffer): Buffer {
  return hash('sha256', challenge, 'buffer')
}
