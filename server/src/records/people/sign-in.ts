import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { CeremonyDeps } from './passkey-ceremony.ts'
import type { SessionClient } from './session-store.ts'
import { type StartedSession, startSession } from './start-session.ts'
import { withPasskey } from './use-passkey.ts'

/** Starts a session for the owner of a passkey. */
export async function signIn(
  deps: CeremonyDeps,
  {
    answer,
    ...place
  }: Readonly<{ answer: AuthenticationResponseJSON; client: SessionClient; userAgent: string }>,
): Promise<StartedSession> {
  return withPasskey(deps, { purpose: 'sign_in' }, answer, async (sql, passkey, now) =>
    startSession(sql, passkey, { ...place, method: 'passkey' }, now),
  )
}
