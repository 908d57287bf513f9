import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { Refusal } from '../../kernel/refusal.ts'
import type { CeremonyDeps } from './passkey-ceremony.ts'
import type { SessionClient } from './session-store.ts'
import { type StartedSession, startSession } from './start-session.ts'
import { withPasskey } from './use-passkey.ts'

/** Starts a session for the owner of a passkey. */
export async function signIn(
  deps: CeremonyDeps,
  {
    answer,
    side,
    ...place
  }: Readonly<{
    answer: AuthenticationResponseJSON
    client: SessionClient
    userAgent: string
    /** Whose sessions may start here. Undefined: everybody's. */
    side?: 'operator' | undefined
  }>,
): Promise<StartedSession> {
  return withPasskey(deps, { purpose: 'sign_in' }, answer, async (sql, passkey, now) => {
    if (side !== undefined && passkey.person.side !== side)
      throw new Refusal('role_missing', 'Only operators of Afara sign in here. Members use the dashboard.')
    return startSession(sql, passkey, { ...place, method: 'passkey' }, now)
  })
}
