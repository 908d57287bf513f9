import {
  listFrozen,
  type SignedTransfer,
  type StoredAttempt,
} from '../../movements/transfers/transfer-store.ts'
import type { LaneDeps, LaneNow } from './lane-deps.ts'
import { signAndSend, type Wanted } from './sign-and-send.ts'

/**
 * Cancels payments that the network included in a block and reverted without using their lock. The same payment, signed again, would fail
 * again and cost another fee. The cancel uses up the lock, and an operator decides about the payment.
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

/**
 * Cancels transfers that have been frozen individually (by business or collection account) for some time, because their locks block all
 * later locks of the lane. The cancel uses up the lock, so nothing is sent. The money stays held, and an operator decides.
 */
export async function cancelFrozen(deps: LaneDeps, now: LaneNow): Promise<void> {
  const { pool, clock, times } = deps
  const { lane, reading } = now
  if (!lane.mayBeFrozen || lane.unsigned + lane.out === 0) return
  const before = new Date(clock.now().getTime() - times.cancelFrozenMs)
  const frozen = await listFrozen(pool, lane.id, { fromLock: reading.lockLatest, before, most: times.batch })
  await cancelLocks(deps, now, frozen)
}

type Cancelled = Readonly<{ transferId: string; lock: bigint; attempts: readonly StoredAttempt[] }>

/** Uses up locks with transactions that move nothing. Returns the number of locks for which the signer refused. */
export async function cancelLocks(
  deps: LaneDeps,
  now: LaneNow,
  transfers: readonly Cancelled[],
): Promise<number> {
  const { lane, chain, terms: suggested } = now
  const cancels: Wanted[] = []
  for (const { transferId, lock, attempts } of transfers) {
    const last = attempts.at(-1)
    const terms = last === undefined ? suggested : chain.raiseTerms(last.terms, suggested)
    const unsigned = await chain.prepareCancel({ from: lane.address, lock, terms })
    cancels.push({ transferId, kind: 'cancel', unsigned })
  }
  const refused = await signAndSend(deps, now, cancels)
  for (const { code, message } of refused) {
    deps.onNotice(lane.id, `the signer rejected a cancel (${code}): ${message}`)
  }
  return refused.length
}
