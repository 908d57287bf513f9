import { createBoundedMap } from '../../kernel/bounded-map.ts'
import { type Clock, within } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { hashSessionToken } from './secret-token.ts'
import { type FoundSession, findSession, touchSession } from './session-store.ts'
import { nextIdleExpiry } from './session-times.ts'
import type { SignedIn } from './start-session.ts'

export type SessionAuthenticator = Readonly<{
  /** Returns who sent a token, or throws a Refusal. */
  authenticate(token: string): Promise<SignedIn>
  /** Whether the token was recently found to be a session. Such a token does not count as a guess. */
  isFamiliar(token: string): boolean
  /** Makes this process refuse a session at once that it has revoked. Other processes refuse it when their cache entry expires. */
  forget(sessionId: string): void
}>

// A revoked session and a disabled person are refused everywhere within five seconds. The age of an entry counts from the start of its
// look-up. The cache accounts for four of these seconds, and the fifth is for the commit.
const CACHE_TTL_MS = 4_000
const LOOKUP_TIMEOUT_MS = 2_000
// The last use of a session is written at most once a minute.
const TOUCH_INTERVAL_MS = 60_000
const MOST_SESSIONS = 10_000

type Known = Readonly<{ found: FoundSession; askedAtMs: number }>

export function createSessionAuthenticator(deps: {
  pool: Pool
  clock: Clock
  onError: (error: unknown) => void
}): SessionAuthenticator {
  const { pool, clock } = deps
  const known = createBoundedMap<Known>(MOST_SESSIONS)
  const ended = createBoundedMap<true>(MOST_SESSIONS)
  const touchedAtMs = createBoundedMap<number>(MOST_SESSIONS)

  const lookUp = async (tokenHash: Buffer): Promise<FoundSession> => {
    const key = tokenHash.toString('base64')
    const nowMs = clock.now().getTime()
    const kept = known.get(key)
    if (kept !== undefined && nowMs >= kept.askedAtMs && nowMs - kept.askedAtMs <= CACHE_TTL_MS)
      return kept.found
    const found = await within(LOOKUP_TIMEOUT_MS, findSession(pool, tokenHash)).catch((error: unknown) => {
      deps.onError(error)
      throw new Refusal('unavailable', 'We cannot check your session now. Try again in a few seconds.')
    })
    if (found === undefined) throw new Refusal('session_unknown', 'This session does not exist. Sign in.')
    known.set(key, { found, askedAtMs: nowMs })
    return found
  }

  /** Records the use of a session without waiting. */
  const touch = ({ session, person }: FoundSession, now: Date): void => {
    const lastMs = Math.max(session.lastSeenAt.getTime(), touchedAtMs.get(session.id) ?? 0)
    if (now.getTime() - lastMs < TOUCH_INTERVAL_MS) return
    touchedAtMs.set(session.id, now.getTime())
    touchSession(pool, session.id, now, nextIdleExpiry(person.side, session, now)).catch(deps.onError)
  }

  return {
    authenticate: async (token) => {
      const tokenHash = hashSessionToken(token)
      if (tokenHash === undefined)
        throw new Refusal('session_unknown', 'This is not a session token. Sign in.')
      const found = await lookUp(tokenHash)
      const now = clock.now()
      admit(found, ended.get(found.session.id) === true, now)
      touch(found, now)
      return { person: found.person, session: found.session }
    },
    isFamiliar: (token) => {
      const tokenHash = hashSessionToken(token)
      return tokenHash !== undefined && known.get(tokenHash.toString('base64')) !== undefined
    },
    forget: (sessionId) => ended.set(sessionId, true),
  }
}

/** Checks a cached session again for every request, because the time moves on. */
function admit({ session, isDisabled, revokedAt }: FoundSession, isEnded: boolean, now: Date): void {
  if (isDisabled) throw new Refusal('person_disabled', 'An administrator disabled you. You cannot sign in.')
  if (revokedAt !== null || isEnded)
    throw new Refusal('session_revoked', 'This session was ended. Sign in again.')
  if (now >= session.idleExpiresAt || now >= session.expiresAt)
    throw new Refusal('session_expired', 'This session has expired. Sign in again.')
}
