import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { RefusalCode } from '../../kernel/refusal.ts'
import { beginLook, type Nudge, settleWake, type Wake } from '../../records/transactions/wake-store.ts'
import { driveOnce, keepFailure } from './drive-object.ts'

type LeaseDeps = Readonly<{
  pool: Pool
  clock: Clock
  times: Readonly<{
    leaseMs: number
    /** One call of the engine goes on for so long, as long as there is something to do, */
    callMs: number
    /** and ends when the next round is later than this, where it is said. */
    stayMs?: number
    /** The longest that the object is left alone. */
    idleMs: number
  }>
  onFailure: (id: string, error: unknown) => void
}>

type LeasedWork = Readonly<{
  /** Takes the lease, or renews it; gives its fence, or undefined while another has it. */
  take: () => Promise<string | undefined>
  release: (fence: string) => Promise<void>
  /** Does all that is to be done now, and returns how long to wait until the next round. */
  round: (fence: string) => Promise<number>
  /** Whether something goes on beside the rounds that ends with the lease: then the call goes on, for three times as long at most. */
  isUnderWay?: () => boolean
  /** For rounds that may take longer than a dead holder should keep the lease. */
  renewEveryMs?: number
  /** The refusal that is let out: it can never be right. */
  unknown: RefusalCode
}>

const HELD_BY_ANOTHER_RETRY_MS = 2_000
const MOST_CALLS_LONG = 3
// A chain, a signer or a payer that is back is used soon: there are few objects that could all come back at once.
const LONGEST_RETRY_MS = 10_000

/**
 * Works round after round, as long as there is something to do and the call is not too long. One call at a time by the engine's leave;
 * but that is no fence, so each call takes a lease, and without it nothing can be written.
 */
export async function workUnderLease(
  deps: LeaseDeps,
  id: string,
  work: LeasedWork,
): Promise<Nudge | undefined> {
  return driveOnce({ ...deps, unknown: work.unknown }, id, async (wake) => takeRounds(deps, id, work, wake))
}

async function takeRounds(
  { pool, clock, times, onFailure }: LeaseDeps,
  id: string,
  { take, release, round, renewEveryMs, isUnderWay = () => false }: LeasedWork,
  { failureCount }: Wake,
): Promise<void> {
  const after = (ms: number) => new Date(clock.now().getTime() + ms)
  const started = performance.now()
  const { leaseMs, callMs, stayMs = callMs, idleMs } = times
  // Before anything is read: what is queued from now on says so, and is not put off at the end.
  const seen = after(leaseMs)
  let fence: string | undefined
  let waitMs = 0
  const renew = async () => {
    if (fence !== undefined) await take()
  }
  const stopRenewing = renewEveryMs === undefined ? undefined : keepLease(renew, renewEveryMs)
  try {
    await beginLook(pool, id, seen)
    do {
      if (waitMs > 0) await sleep(waitMs)
      fence = await take()
      if (fence === undefined) {
        waitMs = HELD_BY_ANOTHER_RETRY_MS
        break
      }
      waitMs = await round(fence)
    } while (
      waitMs <= stayMs &&
      performance.now() - started + waitMs < callMs * (isUnderWay() ? MOST_CALLS_LONG : 1)
    )
    await settleWake(pool, id, { seen, dueAt: after(Math.min(waitMs, idleMs)) })
  } catch (error) {
    onFailure(id, error)
    await keepFailure(pool, id, error, { failureCount, at: clock.now(), longestMs: LONGEST_RETRY_MS })
  } finally {
    await stopRenewing?.()
    if (fence !== undefined) await release(fence)
  }
}

/**
 * Renews a lease again and again until it is told to stop, and is over when that resolves. A failed renewal is tried again: a process that
 * has lost its lease cannot write anything, so nothing depends on it.
 */
export function keepLease(renew: () => Promise<void>, everyMs: number): () => Promise<void> {
  const over = new AbortController()
  const keep = async (): Promise<void> => {
    for (;;) {
      const isOver = await sleep(everyMs, false, { signal: over.signal }).catch(() => true)
      if (isOver) return
      await renew().catch(() => {})
    }
  }
  const keeping = keep()
  return async () => {
    over.abort()
    await keeping
  }
}
