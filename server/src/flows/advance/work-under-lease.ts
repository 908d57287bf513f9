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
    /** A call of Restate lasts at most this long while there is work. */
    callMs: number
    /** A call ends early when the next round is later than this. Defaults to `callMs`. */
    stayMs?: number
    /** Longest time between two calls for the object. */
    idleMs: number
  }>
  onFailure: (id: string, error: unknown) => void
}>

type LeasedWork<Held> = Readonly<{
  /** Takes or renews the lease. Returns its fence, with what is known of the object, or undefined while another process holds the lease. */
  take: () => Promise<Held | undefined>
  release: (held: Held) => Promise<void>
  /** Does all the work that is due and returns how long to wait until the next round. */
  round: (held: Held) => Promise<number>
  /** Returns true while requests are still running after a round. They need the lease, so the call may last up to three times as long. */
  isUnderWay?: () => boolean
  /** Renewal interval. Needed if a round may take longer than the lease, which is short because a process may die. */
  renewEveryMs?: number
  /** The only refusal that is thrown to the caller: retrying cannot help. */
  unknown: RefusalCode
}>

const HELD_BY_ANOTHER_RETRY_MS = 2_000
const MOST_CALLS_LONG = 3
// Short, so that a chain, signer or payer that recovered is used soon. There are few such objects, so their retries cause little load.
const LONGEST_RETRY_MS = 10_000

/**
 * Works round after round while there is work and the call is not too long. Restate runs one call per object at a time, but cannot stop a
 * slow process from writing after the next call has started. Each call therefore takes a lease, and PostgreSQL refuses writes without it.
 */
export async function workUnderLease<Held>(
  deps: LeaseDeps,
  id: string,
  work: LeasedWork<Held>,
): Promise<Nudge | undefined> {
  return driveOnce({ ...deps, unknown: work.unknown }, id, async (wake) => takeRounds(deps, id, work, wake))
}

async function takeRounds<Held>(
  { pool, clock, times, onFailure }: LeaseDeps,
  id: string,
  { take, release, round, renewEveryMs, isUnderWay = () => false }: LeasedWork<Held>,
  { failureCount }: Wake,
): Promise<void> {
  const after = (ms: number) => new Date(clock.now().getTime() + ms)
  const started = performance.now()
  const { leaseMs, callMs, stayMs = callMs, idleMs } = times
  // Set before anything is read. Work that is queued from now on changes the wake row, so the end of this call does not postpone that work.
  const seen = after(leaseMs)
  let held: Held | undefined
  let waitMs = 0
  const renew = async () => {
    if (held !== undefined) await take()
  }
  const stopRenewing = renewEveryMs === undefined ? undefined : keepLease(renew, renewEveryMs)
  try {
    await beginLook(pool, id, seen)
    do {
      if (waitMs > 0) await sleep(waitMs)
      held = await take()
      if (held === undefined) {
        waitMs = HELD_BY_ANOTHER_RETRY_MS
        break
      }
      waitMs = await round(held)
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
    if (held !== undefined) await release(held)
  }
}

/**
 * Renews a lease until the returned function is called. The returned function waits for a renewal in progress. A failed renewal is retried.
 * It cannot cause harm, because a process that lost its lease cannot write.
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
