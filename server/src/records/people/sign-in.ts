import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { formatId, newId } from '../../kernel/ids/ids.ts'
import { inTransaction } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { appendAudit } from '../audit/audit-store.ts'
import { type CeremonyDeps, verifySignIn } from './passkey-ceremony.ts'
import { idOf, type Person } from './person.ts'
import { type FoundPasskey, findPasskey, usePasskey } from './person-passkey-store.ts'
import { newSessionToken } from './secret-token.ts'
import { insertSession, type Session, type SessionClient } from './session-store.ts'
import { startTimes } from './session-times.ts'

/** A person and the session in which they act. */
export type SignedIn = Readonly<{ person: Person; session: Session }>

const LONGEST_USER_AGENT = 300

/** Starts a session for the owner of a passkey. The token is shown once; only its hash is stored. */
export async function signIn(
  deps: CeremonyDeps,
  input: Readonly<{ answer: AuthenticationResponseJSON; client: SessionClient; userAgent: string }>,
): Promise<SignedIn & Readonly<{ token: string }>> {
  const passkey = await findPasskey(deps.pool, Buffer.from(input.answer.id, 'base64url'))
  if (passkey === undefined) {
    throw new Refusal('passkey_unknown', 'Nobody enrolled this passkey. Accept your invitation first.')
  }
  const signCount = await verifySignIn(deps, input.answer, passkey)
  // Only the holder of the passkey learns more.
  requireUsable(passkey)
  const now = deps.clock.now()
  const { text: token, hash } = newSessionToken()
  const session: Session = {
    id: newId(),
    passkeyId: passkey.id,
    method: 'passkey',
    client: input.client,
    userAgent: input.userAgent.replaceAll(/\p{Cc}/gu, ' ').slice(0, LONGEST_USER_AGENT),
    lastSeenAt: now,
    ...startTimes(passkey.person.side, now),
  }
  const isCounted = await inTransaction(deps.pool, async (sql) => {
    if (!(await usePasskey(sql, passkey.id, signCount, now))) return false
    await insertSession(sql, passkey.person, session, hash)
    return true
  })
  if (!isCounted) return refuseCopy(deps, passkey, signCount)
  return { person: passkey.person, session, token }
}

function requireUsable({ isDisabled, revokedAt }: FoundPasskey): void {
  if (isDisabled) throw new Refusal('person_disabled', 'You cannot sign in: an administrator disabled you.')
  if (revokedAt !== null) {
    throw new Refusal(
      'passkey_revoked',
      `This passkey was revoked on ${revokedAt.toISOString()}. Use another one.`,
    )
  }
}

/** A counter that did not grow means that a second authenticator has the same key. People must know of it. */
async function refuseCopy(
  { pool }: CeremonyDeps,
  { id, person, signCount: known }: FoundPasskey,
  signCount: number,
): Promise<never> {
  await appendAudit(pool, {
    actor: 'system:people',
    action: 'passkey.copy_suspected',
    subject: idOf(person),
    reason: 'the counter of the passkey did not grow',
    details: { passkey: formatId('passkey', id), known, received: signCount },
  })
  throw new Refusal(
    'passkey_copied',
    'The counter of this passkey did not grow, so somebody may have copied it. Tell an administrator and use another passkey.',
  )
}
