import { checkLane, type HeldLane } from '../../movements/transfers/lane-store.ts'
import type { LaneDeps } from './lane-deps.ts'

/**
 * Before a lane opens anything after the database started: do the chain and the signer's own journal know of more than our rows? If
 * the journal does, the database was restored from a copy, and everything stops until people have looked; if only the chain does, somebody
 * else has the key, and its network stops.
 */
export async function compareLane(deps: LaneDeps, held: HeldLane, chainLatest: bigint): Promise<boolean> {
  const { pool, clock, signer, times, onNotice } = deps
  const journalNext = await signer.nextLock(held.lane, AbortSignal.timeout(times.askMs))
  const isWell = await checkLane(pool, held, { chainLatest, journalNext, at: clock.now() })
  if (!isWell) onNotice(held.lane.id, 'the world is ahead of the database: the lane is halted')
  return isWell
}
