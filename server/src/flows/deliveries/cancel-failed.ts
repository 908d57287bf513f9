import type { SignedTransfer } from '../../movements/transfers/transfer-store.ts'
import { cancelLocks } from './cancel-locks.ts'
import type { LaneDeps } from './lane-deps.ts'
import type { LaneNow } from './lane-now.ts'

/**
 * A payment that its network took and undid, and whose lock stays free by that: signed again it would fail again, and cost again. Its lock
 * is used up by a cancel, and people decide.
 */
export async function cancelFailed(
  deps: LaneDeps,
  now: LaneNow,
  failed: readonly SignedTransfer[],
): Promise<void> {
  await cancelLocks(
    deps,
    now,
    failed.filter(({ attempts }) => attempts.at(-1)?.kind !== 'cancel').slice(0, deps.times.batch),
  )
}
