import type { Person } from './person.ts'

/** How a session began. `device`: its person confirmed a terminal in the browser. `email_totp`: with a link by mail and a code. */
export type SessionMethod = 'passkey' | 'device' | 'email_totp'

type Limits = Readonly<{ idle: number; whole: number }>

/** How long a session may be unused, and how long it lasts. PostgreSQL refuses longer ones. */
const limitsMs: Readonly<Record<Person['side'], Limits>> = {
  operator: { idle: 30 * 60_000, whole: 12 * 3_600_000 },
  member: { idle: 12 * 3_600_000, whole: 14 * 24 * 3_600_000 },
}
/** People sign in by mail at a desktop that others use after them. */
const byMailMs: Limits = { idle: 30 * 60_000, whole: 8 * 3_600_000 }

/** Adding a passkey needs a sign-in in the last minutes, so that a stolen session cannot become a passkey. */
const FRESH_MS = 10 * 60_000

export type SessionTimes = Readonly<{ createdAt: Date; idleExpiresAt: Date; expiresAt: Date }>

export function startTimes(side: Person['side'], method: SessionMethod, now: Date): SessionTimes {
  const { idle, whole } = limitsOf(side, method)
  return {
    createdAt: now,
    idleExpiresAt: new Date(now.getTime() + idle),
    expiresAt: new Date(now.getTime() + whole),
  }
}

/** Returns when a session that is used now expires if it is not used again. */
export function nextIdleExpiry(
  side: Person['side'],
  { method, expiresAt }: Readonly<{ method: SessionMethod; expiresAt: Date }>,
  now: Date,
): Date {
  return new Date(Math.min(now.getTime() + limitsOf(side, method).idle, expiresAt.getTime()))
}

export function isFresh({ createdAt }: Pick<SessionTimes, 'createdAt'>, now: Date): boolean {
  return now.getTime() - createdAt.getTime() < FRESH_MS
}

function limitsOf(side: Person['side'], method: SessionMethod): Limits {
  return method === 'email_totp' ? byMailMs : limitsMs[side]
}
