import { listFrozen } from '../../movements/transfers/transfer-store.ts'
import { cancelLocks } from './cancel-locks.ts'
import type { LaneDeps } from './lane-deps.ts'
import type { LaneNow } from './lane-now.ts'

/**
 * A transfer that is frozen alone (its business, or the account it was paid into) stays here, and its lock holds up everybody else's.
 * After a while the lock is used up by a cancel: then nothing left, the money is held, and people decide.
 */
export async function cancelFrozen(deps: LaneDeps, now: LaneNow): Promise<void> {
  const { pool, clock, times } = deps
  const { lane, reading } = now
  if (lane.unsigned + lane.out === 0) return
  const before = new Date(clock.now().getTime() - times.cancelFrozenMs)
  const frozen = await listFrozen(pool, lane.id, { fromLock: reading.lockLatest, before, most: times.batch })
  await cancelLocks(deps, now, frozen)
}
