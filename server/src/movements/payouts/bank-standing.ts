import type { Clock } from '../../kernel/clock/clock.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { type BankAttempts, selectBankAttempts } from './bank-standing-store.ts'

/** Standing of each bank, by its key. Nothing is known about a bank that is missing. */
export type BankStandings = Readonly<{ of(mode: Mode): Promise<ReadonlyMap<string, BankStanding>> }>

type Attempts = ReadonlyMap<string, BankAttempts>
type Look = Readonly<{ lookBackMs: number; freshMs: number }>

const SECOND_MS = 1_000
const DAY_MS = 24 * 60 * 60 * SECOND_MS
const lately: Look = { lookBackMs: DAY_MS, freshMs: 5 * SECOND_MS }
// This window has many more rows and its result hardly changes, so it is read less often.
const before: Look = { lookBackMs: 7 * DAY_MS, freshMs: 10 * 60 * SECOND_MS }

/** Uses the last day, or the last week for a bank with too few payouts in a day. Concurrent callers share one read. */
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
    // A read that failed is repeated at once.
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

/**
 * Returns the attempts of the day, or of the week if the day has too few. Whether vendors reach the bank describes the present, so it
 * always comes from `day`.
 */
function choose(day: BankAttempts = nothing, week: BankAttempts = nothing): BankAttempts {
  const { isUnreached, isImpaired } = day
  return { ...(isTelling(day) ? day : week), isUnreached, isImpaired }
}

export const bankStates = ['good', 'slow', 'degraded', 'down', 'unknown'] as const

type BankState = (typeof bankStates)[number]

export type BankStanding = Readonly<{
  state: BankState
  attempts: number
  /** Percentage of attempts that succeeded; null after too few attempts. */
  successPercent: number | null
  /** Median time of successful payouts; null after too few attempts. */
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

/** Four attempts or fewer prove nothing. A customer who mistypes a number does not mean that the bank fails. */
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

/** Returns the worst state that applies. */
function stateOf(tried: BankAttempts, successPercent: number | null): BankState {
  if (tried.isUnreached || (successPercent !== null && successPercent <= DOWN_PERCENT)) return 'down'
  if (tried.isImpaired || (successPercent !== null && successPercent < GOOD_PERCENT)) return 'degraded'
  if (successPercent === null) return 'unknown'
  return (tried.medianSeconds ?? 0) > SLOW_SECONDS ? 'slow' : 'good'
}

function countOf({ succeeded, failed, overdue }: BankAttempts): number {
  return succeeded + failed + overdue
}
