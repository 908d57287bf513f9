import type { Clock } from '../../kernel/clock/clock.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { type BankAttempts, selectBankAttempts } from './bank-standing-store.ts'

/** How banks do, by their keys. A bank that is not among them is one that we know nothing of. */
export type BankStandings = Readonly<{ of(mode: Mode): Promise<ReadonlyMap<string, BankStanding>> }>

type Attempts = ReadonlyMap<string, BankAttempts>
type Look = Readonly<{ lookBackMs: number; freshMs: number }>

const SECOND_MS = 1_000
const DAY_MS = 24 * 60 * 60 * SECOND_MS
const lately: Look = { lookBackMs: DAY_MS, freshMs: 5 * SECOND_MS }
// Many more rows, and what they say hardly changes.
const before: Look = { lookBackMs: 7 * DAY_MS, freshMs: 10 * 60 * SECOND_MS }

/** By the last day; where too little was paid to a bank within it, by the last week. Those who ask at the same time read once. */
export function createBankStandings({ pool, clock }: Readonly<{ pool: Pool; clock: Clock }>): BankStandings {
  const known = new Map<string, Readonly<{ attempts: Promise<Attempts>; until: number }>>()

  const attemptsOf = async (mode: Mode, { lookBackMs, freshMs }: Look): Promise<Attempts> => {
    const at = clock.now()
    const name = `${mode}:${lookBackMs}`
    const last = known.get(name)
    if (last !== undefined && at.getTime() < last.until) return last.attempts
    const since = new Date(at.getTime() - lookBackMs)
    const attempts = selectBankAttempts(pool, mode, { since, at })
    known.set(name, { attempts, until: at.getTime() + freshMs })
    // One that failed is read again at once.
    attempts.catch(() => known.delete(name))
    return attempts
  }

  return {
    of: async (mode) => {
      const [day, week] = await Promise.all([attemptsOf(mode, lately), attemptsOf(mode, before)])
      const banks = new Set([...day.keys(), ...week.keys()])
      return new Map([...banks].map((bank) => [bank, judgeBank(choose(day.get(bank), week.get(bank)))]))
    },
  }
}

const nothing: BankAttempts = {
  succeeded: 0,
  failed: 0,
  overdue: 0,
  medianSeconds: null,
  isUnreached: false,
  isImpaired: false,
}

/** Who is reached is known of this moment only, whichever attempts are counted. */
function choose(day: BankAttempts = nothing, week: BankAttempts = nothing): BankAttempts {
  const { isUnreached, isImpaired } = day
  return { ...(isTelling(day) ? day : week), isUnreached, isImpaired }
}

export const bankStates = ['good', 'slow', 'degraded', 'down', 'unknown'] as const

type BankState = (typeof bankStates)[number]

export type BankStanding = Readonly<{
  state: BankState
  attempts: number
  /** Of a hundred attempts, so many came through; null where too few were made. */
  successPercent: number | null
  /** Half of the payments that came through took no longer; null where too few were made. */
  typicalSeconds: number | null
}>

const LEAST_ATTEMPTS = 5
const DOWN_PERCENT = 20
const GOOD_PERCENT = 90
const SLOW_SECONDS = 60

export const unknownStanding: BankStanding = {
  state: 'unknown',
  attempts: 0,
  successPercent: null,
  typicalSeconds: null,
}

/** Four attempts or fewer say nothing: a customer who mistypes a number is not a bank that fails. */
function isTelling(attempts: BankAttempts): boolean {
  return countOf(attempts) >= LEAST_ATTEMPTS
}

export function judgeBank(tried: BankAttempts): BankStanding {
  const attempts = countOf(tried)
  if (!isTelling(tried)) return { ...unknownStanding, attempts, state: stateOf(tried, null) }
  const successPercent = Math.floor((tried.succeeded * 100) / attempts)
  const typicalSeconds = tried.medianSeconds === null ? null : Math.ceil(tried.medianSeconds)
  return { state: stateOf(tried, successPercent), attempts, successPercent, typicalSeconds }
}

/** The worst that is true. */
function stateOf(tried: BankAttempts, successPercent: number | null): BankState {
  if (tried.isUnreached || (successPercent !== null && successPercent <= DOWN_PERCENT)) return 'down'
  if (tried.isImpaired || (successPercent !== null && successPercent < GOOD_PERCENT)) return 'degraded'
  if (successPercent === null) return 'unknown'
  return (tried.medianSeconds ?? 0) > SLOW_SECONDS ? 'slow' : 'good'
}

function countOf({ succeeded, failed, overdue }: BankAttempts): number {
  return succeeded + failed + overdue
}
