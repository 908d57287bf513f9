import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../../kernel/ids/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { findCursor, isAwaited, listCursors, openCursor } from '../../movements/deposits/cursor-store.ts'
import { beginLook, type Nudge, settleWake, type Wake } from '../../records/transactions/wake-store.ts'
import { driveOnce, keepFailure } from '../advance/drive-object.ts'
import type { DepositDeps } from './deposit-deps.ts'
import { watchDeposits } from './watch-deposits.ts'

// Used for a network that this worker has no settings for, because another worker may have them.
const NOT_WATCHED_HERE_RETRY_MS = 60_000
// Short, so that a node that recovered is used soon: there are few networks, and deposits wait for them.
const LONGEST_RETRY_MS = 5_000

/** Checks a network repeatedly, for as long as one call may last. */
export async function advanceDeposits(deps: DepositDeps, id: string): Promise<Nudge | undefined> {
  return driveOnce({ ...deps, unknown: 'chain_unknown' }, id, async (wake) => lookOrNote(deps, id, wake))
}

async function lookOrNote(deps: DepositDeps, id: string, wake: Wake): Promise<void> {
  try {
    await look(deps, id)
  } catch (error) {
    if (error instanceof Refusal) throw error
    deps.onFailure(id, error)
    const { failureCount } = wake
    await keepFailure(deps.pool, id, error, {
      failureCount,
      at: deps.clock.now(),
      longestMs: LONGEST_RETRY_MS,
    })
  }
}

async function look(deps: DepositDeps, id: string): Promise<void> {
  const { pool, clock, times } = deps
  const after = (ms: number) => new Date(clock.now().getTime() + ms)
  const started = performance.now()
  // Set before anything is read. A sell that is accepted from now on makes the network due, and the end of this call does not postpone it.
  const seen = after(times.callMs + times.askMs)
  await beginLook(pool, id, seen)
  let waitMs = 0
  do {
    if (waitMs > 0) await sleep(waitMs)
    const cursor = await findCursor(pool, id)
    if (cursor === undefined) throw new Refusal('chain_unknown', `no watched network has the id ${id}`)
    const watched = deps.watched.get(`${cursor.mode}:${cursor.network}`)
    if (watched === undefined) {
      waitMs = NOT_WATCHED_HERE_RETRY_MS
      break
    }
    const hasMore = await watchDeposits(deps, watched, cursor)
    waitMs = hasMore ? 0 : isAwaited(cursor, clock.now()) ? times.pauseMs : times.idleMs
  } while (performance.now() - started + waitMs < times.callMs)
  await settleWake(pool, id, { seen, dueAt: after(waitMs) })
}

/**
 * Starts to watch each configured network that was never watched before. Safe to repeat and to run concurrently. Always returns false,
 * which the calling loop expects.
 */
export async function openCursors({
  pool,
  clock,
  watched,
}: Pick<DepositDeps, 'pool' | 'clock' | 'watched'>): Promise<boolean> {
  if (watched.size === 0) return false
  const known = new Set((await listCursors(pool)).map(({ mode, network }) => `${mode}:${network}`))
  for (const [key, { chain, beginAfter }] of watched) {
    if (known.has(key)) continue
    const signal = AbortSignal.timeout(10_000)
    const { finalized } = await chain.head(signal)
    const block = beginAfter ?? finalized.block
    const hash = block === finalized.block ? finalized.hash : await chain.blockHash(block, signal)
    if (hash === undefined || block > finalized.block)
      throw new Error(`${key} cannot be read from block ${block}: the last final block is ${finalized.block}`)
    const { mode, network } = chain
    await openCursor(pool, { id: newId(), mode, network, block, hash, at: clock.now() })
  }
  return false
}
