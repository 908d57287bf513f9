import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import {
  claimNudge,
  type Nudge,
  readWake,
  recordFailure,
  type Wake,
} from '../../records/transactions/wake-store.ts'
import { retryDelayMs } from './retry-delay.ts'

/** What a step knows of the time after it, so that nobody reads what it has just written. */
export type Taken = Readonly<{
  /** When the object is to be looked at next; undefined when nothing is to be waited for. */
  dueAt: Date | undefined
}>

/** One step in commits of its own. Must be safe to repeat and to run beside itself. */
type DueStep = Readonly<{
  // A step that does not say what comes after it is asked by its row.
  take: () => Promise<Taken | void>
  onFailure: (error: unknown) => void
}>

type DriveDeps = Readonly<{
  pool: Pool
  clock: Clock
  /** How the next look is read, for callers that read more in the same statement. */
  readWake?: () => Promise<Wake | undefined>
  /** The step that is due, if one is. Refuses with `unknown` what is no such object. */
  findStep: (wake: Wake | undefined, now: Date) => Promise<DueStep | undefined>
  /** The refusal that is let out: it can never be right. */
  unknown: Refusal['code']
  /** A wait up to this long is a timer in the engine. A longer one costs the engine nothing: the sweeper finds it. */
  engineTimerMs: number
}>

// An object with many steps due at once gives way to others after so many.
const STEPS_A_CALL = 10

/**
 * Takes every step that is due and returns the nudge for the next one, if the engine is to be asked for it.
 *
 * It does not throw because the world failed: an invocation that keeps failing is paused by the engine, and every
 * later call for the same object would queue behind it. The failure is kept on the row with the time of the next
 * try, and the row is what the sweeper reads; a step that is refused stays on the row in the same way, until someone
 * looks.
 */
export async function driveObject(deps: DriveDeps, id: string): Promise<Nudge | undefined> {
  try {
    return await takeSteps(deps, id)
  } catch (error) {
    if (error instanceof Refusal && error.code === deps.unknown) throw error
    // The record itself is out of reach. The row is still due there, and the sweeper comes back to it.
    return undefined
  }
}

async function takeSteps(deps: DriveDeps, id: string): Promise<Nudge | undefined> {
  const read = deps.readWake ?? (async () => readWake(deps.pool, id))
  for (let steps = 0; steps < STEPS_A_CALL; steps += 1) {
    const wake = await read()
    const now = deps.clock.now()
    const step = await deps.findStep(wake, now)
    if (step === undefined) return nextNudge(deps, id, wake?.dueAt)
    const taken = await takeStep(deps.pool, id, step, now, wake?.failureCount ?? 0)
    if (taken !== undefined && (taken.dueAt === undefined || taken.dueAt > now)) {
      return nextNudge(deps, id, taken.dueAt)
    }
  }
  return nextNudge(deps, id, (await read())?.dueAt)
}

async function takeStep(
  pool: Pool,
  id: string,
  step: DueStep,
  now: Date,
  failureCount: number,
): Promise<Taken | undefined> {
  try {
    return (await step.take()) ?? undefined
  } catch (error) {
    step.onFailure(error)
    await keepFailure(pool, id, error, { failureCount, at: now })
    return undefined
  }
}

/** Keeps a failed try on the row, with the time of the next one. */
export async function keepFailure(
  pool: Pool,
  id: string,
  error: unknown,
  { failureCount, at, longestMs }: Readonly<{ failureCount: number; at: Date; longestMs?: number }>,
): Promise<void> {
  const dueAt = new Date(at.getTime() + retryDelayMs(failureCount, Math.random(), longestMs))
  await recordFailure(pool, id, error instanceof Error ? error.message : String(error), dueAt)
}

async function nextNudge(
  { pool, clock, engineTimerMs }: DriveDeps,
  id: string,
  dueAt: Date | undefined,
): Promise<Nudge | undefined> {
  const now = clock.now()
  if (dueAt === undefined || dueAt.getTime() - now.getTime() > engineTimerMs) return undefined
  return claimNudge(pool, id, now)
}

type DriveOnceDeps = Pick<DriveDeps, 'pool' | 'clock' | 'unknown'> &
  Readonly<{ onFailure: (id: string, error: unknown) => void }>

const LOOK_TIMER_MS = 5_000

/** One look a call, if it is due, for what works through all that it has in one look: a lane, a payout account, a watched network. */
export async function driveOnce(
  { pool, clock, unknown, onFailure }: DriveOnceDeps,
  id: string,
  look: (wake: Wake) => Promise<void>,
): Promise<Nudge | undefined> {
  let hasLooked = false
  return driveObject(
    {
      pool,
      clock,
      unknown,
      engineTimerMs: LOOK_TIMER_MS,
      findStep: async (wake, now) => {
        if (hasLooked || wake === undefined || wake.dueAt > now) return undefined
        hasLooked = true
        return { take: async () => look(wake), onFailure: (error) => onFailure(id, error) }
      },
    },
    id,
  )
}
