import { listFrozen } from '../../movements/transfers/transfer-store.ts'
import type { LaneDeps } from './lane-deps.ts'
import type { LaneNow } from './lane-now.ts'
import { signAndSend } from './sign-and-send.ts'

/**
 * A transfer that is frozen alone (its business, or the account it was paid into) stays here, and its lock holds up everybody else's.
 * After a while the lock is used up by a cancel: then nothing left, the money is held, and people decide.
 */
export async function cancelFrozen(deps: LaneDeps, now: LaneNow): Promise<void> {
  const { pool, clock, times, onNotice } = deps
  const { lane, chain, reading, fees: suggested } = now
  if (lane.unsigned + lane.out === 0) return
  const before = new Date(clock.now().getTime() - times.cancelFrozenMs)
  const frozen = await listFrozen(pool, lane.id, { fromLock: reading.lockLatest, before, most: times.batch })
  const cancels = frozen.map(({ transferId, lock, attempts }) => {
    const last = attempts.at(-1)
    const fees = last === undefined ? suggested : chain.raiseFees(last.fees, suggested)
    const unsigned = chain.prepareCancel({ from: lane.address, lock, fees })
    return { transferId, kind: 'cancel' as const, unsigned }
  })
  for (const { code, message } of await signAndSend(deps, now, cancels)) {
    onNotice(lane.id, `the signer refused a cancel (${code}): ${message}`)
  }
}
