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

/** The result of a step: the next due time. With it, the driver need not read back the row that the step has just written. */
export type Taken = Readonly<{
  /** Next due time of the object; undefined when it waits for nothing. */
  dueAt: Date | undefined
}>

/** One step, in its own commits. Must be safe to repeat and to run concurrently with itself. */
type DueStep = Readonly<{
  // After a step that returns nothing, the driver reads the next due time from the row.
  take: () => Promise<Taken | void>
  onFailure: (error: unknown) => void
}>

type DriveDeps = Readonly<{
  pool: Pool
  clock: Clock
  /** Replaces the usual reading of the wake row, for callers that read more in the same statement. */
  readWake?: () => Promise<Wake | undefined>
  /** Returns the step that is due, if any. Throws the refusal `unknown` if the id belongs to no such object. */
  findStep: (wake: Wake | undefined, now: Date) => Promise<DueStep | undefined>
  /** The only refusal that is thrown to the caller: retrying cannot help. */
  unknown: Refusal['code']
  /** A wait up to this long uses a timer in Restate. For a longer wait there is no timer: the sweeper finds the row when it is due. */
  engineTimerMs: number
}>

// After this many steps the call ends, so that other objects can run. The next call takes the remaining steps.
const STEPS_A_CALL = 10

/**
 * Takes every due step and returns the nudge for the next one if Restate should be called for it.
 *
 * Does not throw when an outside service fails: Restate pauses an invocation that keeps failing, and every later call for the same object
 * would queue behind it. Instead the row records the failure and the time of the next attempt, and the sweeper reads the row. A refused
 * step is recorded in the same way, until an operator acts.
 */
export async function driveObject(deps: DriveDeps, id: string): Promise<Nudge | undefined> {
  try {
    return await takeSteps(deps, id)
  } catch (error) {
    if (error instanceof Refusal && error.code === deps.unknown) throw error
    // The database is unreachable. Its row is still due, and the sweeper will find it.
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

/** Records a failed attempt on the row, with the time of the next one. */
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

/**
 * Runs at most one pass per call, if it is due. For objects whose pass does all the work: a lane, a payout account or a watched network.
 */
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
