import type { Person } from './person.ts'

/** How long a session may be unused, and how long it lasts. PostgreSQL refuses longer ones. */
const limitsMs: Readonly<Record<Person['side'], Readonly<{ idle: number; whole: number }>>> = {
  operator: { idle: 30 * 60_000, whole: 12 * 3_600_000 },
  member: { idle: 12 * 3_600_000, whole: 14 * 24 * 3_600_000 },
}

/** Adding a passkey needs a sign-in in the last minutes, so that a stolen session cannot become a passkey. */
const FRESH_MS = 10 * 60_000

export type SessionTimes = Readonly<{ createdAt: Date; idleExpiresAt: Date; expiresAt: Date }>

export function startTimes(side: Person['side'], now: Date): SessionTimes {
  const { idle, whole } = limitsMs[side]
  return {
    createdAt: now,
    idleExpiresAt: new Date(now.getTime() + idle),
    expiresAt: new Date(now.getTime() + whole),
  }
}

/** Returns when a session that is used now expires if it is not used again. */
export function nextIdleExpiry(side: Person['side'], now: Date, expiresAt: Date): Date {
  return new Date(Math.min(now.getTime() + limitsMs[side].idle, expiresAt.getTime()))
}

export function isFresh({ createdAt }: Pick<SessionTimes, 'createdAt'>, now: Date): boolean {
  return now.getTime() - createdAt.getTime() < FRESH_MS
}
