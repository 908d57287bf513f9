import { newId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { Person } from './person.ts'
import { newSessionToken } from './secret-token.ts'
import { insertSession, type Session, type SessionClient } from './session-store.ts'
import { startTimes } from './session-times.ts'

/** A person and the session in which they act. */
export type SignedIn = Readonly<{ person: Person; session: Session }>

/** A session that has just begun. The token is shown once; only its hash is stored. */
export type StartedSession = SignedIn & Readonly<{ token: string }>

const LONGEST_USER_AGENT = 300

export async function startSession(
  sql: Sql,
  { id: passkeyId, person }: Readonly<{ id: string | null; person: Person }>,
  {
    method,
    client,
    userAgent,
  }: Readonly<{ method: Session['method']; client: SessionClient; userAgent: string }>,
  now: Date,
): Promise<StartedSession> {
  const { text: token, hash } = newSessionToken()
  const session: Session = {
    id: newId(),
    passkeyId,
    method,
    client,
    userAgent: userAgent.replaceAll(/\p{Cc}/gu, ' ').slice(0, LONGEST_USER_AGENT),
    lastSeenAt: now,
    ...startTimes(person.side, method, now),
  }
  await insertSession(sql, person, session, hash)
  return { person, session, token }
}
