import type { Clock } from '../../kernel/clock/clock.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { type BankAttempts, type BankStanding, isTelling, judgeBank } from './bank-standing.ts'
import { selectBankAttempts } from './bank-standing-store.ts'

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
    // One that failed is asked for again at once.
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
