import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../../kernel/refusal.ts'
import { findCursor } from '../../movements/deposits/cursor-store.ts'
import { type Nudge, recordFailure, settleWake, type Wake } from '../../records/transactions/wake-store.ts'
import { driveOnce } from '../advance/drive-once.ts'
import { retryDelayMs } from '../advance/retry-delay.ts'
import type { DepositDeps } from './deposit-deps.ts'
import { watchDeposits } from './watch-deposits.ts'

// A network without an address in the settings of this worker may have one in another's.
const NOT_WATCHED_HERE_MS = 60_000
// A node that is back is asked soon: there are few networks, and tokens wait there.
const LONGEST_RETRY_MS = 5_000

/** Looks at a network again and again, for as long as a call may go on. */
export async function advanceDeposits(deps: DepositDeps, id: string): Promise<Nudge | undefined> {
  return driveOnce({ ...deps, unknown: 'chain_unknown' }, id, async (wake) => lookOrNote(deps, id, wake))
}

async function lookOrNote(deps: DepositDeps, id: string, wake: Wake): Promise<void> {
  try {
    await look(deps, id, wake)
  } catch (error) {
    if (error instanceof Refusal) throw error
    deps.onFailure(id, error)
    const waitMs = retryDelayMs(wake.failureCount, Math.random(), LONGEST_RETRY_MS)
    const dueAt = new Date(deps.clock.now().getTime() + waitMs)
    await recordFailure(deps.pool, id, error instanceof Error ? error.message : String(error), dueAt)
  }
}

async function look(deps: DepositDeps, id: string, wake: Wake): Promise<void> {
  const { pool, clock, times } = deps
  const started = performance.now()
  let waitMs = 0
  do {
    if (waitMs > 0) await sleep(waitMs)
    const cursor = await findCursor(pool, id)
    if (cursor === undefined)
      throw new Refusal('chain_unknown', `there is no watched network with the id ${id}`)
    const watched = deps.watched.get(`${cursor.mode}:${cursor.network}`)
    if (watched === undefined) {
      waitMs = NOT_WATCHED_HERE_MS
      break
    }
    waitMs = (await watchDeposits(deps, watched, cursor)) ? 0 : times.pauseMs
  } while (performance.now() - started + waitMs < times.callMs)
  await settleWake(pool, id, { seen: wake.dueAt, dueAt: new Date(clock.now().getTime() + waitMs) })
}
