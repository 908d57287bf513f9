import type { Clock } from '../../kernel/clock/clock.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { requireRole } from './person.ts'
import { type Action, sessionsOf } from './role-actions.ts'
import { isFresh } from './session-times.ts'
import type { SignedIn } from './start-session.ts'

/** Refuses what neither a role of the person nor their kind of session allows, and signing soon after they enrolled again. */
export function requireAccess({ person, session }: SignedIn, action: Action, now: Date): void {
  requireRole(person, action)
  const sessions = sessionsOf(action)
  if (session.method === 'email_totp' && sessions !== 'any') {
    throw new Refusal(
      'passkey_required',
      'You signed in with a link and a code. Sign in with your passkey for this.',
    )
  }
  if (sessions === undefined && person.signsFrom !== null && now < person.signsFrom) {
    throw signingPaused(person.signsFrom.toISOString())
  }
}

/** Returns the refusal if PostgreSQL refused a signature of somebody who enrolled again. Its clock decides. */
export function refusalOfSignature(error: unknown): Refusal | undefined {
  const { code, detail } = error as { code?: string; detail?: string }
  return code === 'AF480' ? signingPaused(String(detail), error) : undefined
}

function signingPaused(from: string, cause?: unknown): Refusal {
  return new Refusal('signing_paused', `You enrolled again. You can approve and sign from ${from}.`, {
    cause,
  })
}

/**
 * Refuses to give a session of some hours a new way to sign in. A confirmed terminal is not enough: somebody else may have asked for its
 * code, and would then keep a passkey of this person.
 */
export function requireFresh({ session }: SignedIn, clock: Clock): void {
  if (session.method === 'passkey' && isFresh(session, clock.now())) return
  throw new Refusal(
    'session_not_fresh',
    'Sign in again: this needs a sign-in with a passkey in the last 10 minutes.',
  )
}
