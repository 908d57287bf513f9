import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../../kernel/ids/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { findLane, releaseLane, takeLane } from '../../movements/transfers/lane-store.ts'
import {
  beginLook,
  type Nudge,
  recordFailure,
  settleWake,
  type Wake,
} from '../../records/transactions/wake-store.ts'
import { driveOnce } from '../advance/drive-once.ts'
import { retryDelayMs } from '../advance/retry-delay.ts'
import type { LaneDeps } from './lane-deps.ts'
import { workLane } from './work-lane.ts'

const HELD_BY_ANOTHER_MS = 2_000
// A chain or a signer that is back is used soon: a lane has few neighbours who could all come back at once.
const LONGEST_RETRY_MS = 10_000

/**
 * Works in a lane, round after round, as long as there is something to do and the call is not too long. One call at a time by the
 * engine's leave; but that is no fence, so each call takes a lease, and without it nothing can be written.
 */
export async function advanceLane(deps: LaneDeps, id: string): Promise<Nudge | undefined> {
  return driveOnce({ ...deps, unknown: 'lane_unknown' }, id, async (wake) => work(deps, id, wake))
}

async function work(deps: LaneDeps, id: string, wake: Wake): Promise<void> {
  const { pool, clock, times } = deps
  const holder = newId()
  const started = performance.now()
  // Before anything is read: what is queued from now on says so, and is not put off at the end.
  const seen = after(deps, times.leaseMs)
  let fence: string | undefined
  let waitMs = 0
  try {
    await beginLook(pool, id, seen)
    do {
      if (waitMs > 0) await sleep(waitMs)
      fence = await takeLane(pool, { laneId: id, holder, at: clock.now(), leaseMs: times.leaseMs })
      if (fence === undefined) {
        waitMs = HELD_BY_ANOTHER_MS
        break
      }
      const lane = await findLane(pool, id, clock.now())
      if (lane === undefined) throw new Refusal('lane_unknown', `there is no lane with the id ${id}`)
      waitMs = await workLane(deps, { lane, fence })
    } while (waitMs < times.callMs && performance.now() - started + waitMs < times.callMs)
    await settleWake(pool, id, { seen, dueAt: after(deps, Math.min(waitMs, times.idleMs)) })
  } catch (error) {
    deps.onFailure(id, error)
    const dueAt = after(deps, retryDelayMs(wake.failureCount, Math.random(), LONGEST_RETRY_MS))
    await recordFailure(pool, id, error instanceof Error ? error.message : String(error), dueAt)
  } finally {
    if (fence !== undefined) await releaseLane(pool, id, fence)
  }
}

function after({ clock }: LaneDeps, ms: number): Date {
  return new Date(clock.now().getTime() + ms)
}
