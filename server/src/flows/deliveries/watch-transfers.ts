import type { Chain, LockStatus } from '../../movements/transfers/chain.ts'
import type { LaneRound } from '../../movements/transfers/hold-lane-store.ts'
import { haltLane } from '../../movements/transfers/lane-store.ts'
import {
  finishTransfers,
  noteDoubts,
  type SignedTransfer,
  type TransferEnd,
} from '../../movements/transfers/transfer-store.ts'
import type { LaneDeps } from './lane-deps.ts'

export type Watched = Readonly<{
  out: readonly SignedTransfer[]
  /** Sent transfers that the chain included and reverted without using their lock. */
  failed: readonly SignedTransfer[]
  isHalted: boolean
}>

/**
 * Asks the chain for the outcome of each sent lock and records the outcomes that are final. If a transaction other than ours used a lock,
 * somebody else has our key or we lost data, so the lane is halted. A halted lane keeps reading such locks: if a node was wrong, the next
 * reading resolves the conflict.
 */
export async function watchTransfers(deps: LaneDeps, held: LaneRound, chain: Chain): Promise<Watched> {
  const { pool, clock, times, onNotice } = deps
  const out = held.sent
  if (out.length === 0) return { out: [], failed: [], isHalted: false }
  const statuses = await chain.status(held.lane.address, out, AbortSignal.timeout(times.askMs))
  const ends = out.flatMap((transfer, place) => toEnd(transfer, statuses[place]))
  if (ends.length > 0) await finishTransfers(pool, held, ends, clock.now())
  const doubts = out.flatMap((transfer, place) => toDoubt(transfer, statuses[place]))
  if (doubts.length > 0) await noteDoubts(pool, held, doubts, clock.now())

  const conflict = ends.find(({ state }) => state === 'conflict')
  if (conflict !== undefined) {
    await haltLane(pool, held, `an unknown transaction used a lock: ${conflict.evidence.detail}`, clock.now())
    onNotice(held.lane.id, 'an unknown transaction used a lock: the lane is halted')
  }
  const ended = new Set(ends.map(({ transferId }) => transferId))
  return {
    out: out.filter(({ transferId, isDoubtful }) => !isDoubtful && !ended.has(transferId)),
    failed: out.filter((_, place) => isFailed(statuses[place])),
    isHalted: conflict !== undefined,
  }
}

function isFailed(status: LockStatus | undefined): boolean {
  return status?.state === 'unknown' && status.failed !== undefined
}

function toDoubt({ transferId }: SignedTransfer, status: LockStatus | undefined) {
  return status?.state === 'pending' && status.doubt !== undefined
    ? [{ transferId, doubt: status.doubt }]
    : []
}

function toEnd({ transferId, isDoubtful }: SignedTransfer, status: LockStatus | undefined): TransferEnd[] {
  if (status === undefined || status.state === 'unknown' || status.state === 'pending') return []
  if (status.state === 'conflict') {
    return isDoubtful ? [] : [{ transferId, state: 'conflict', evidence: { detail: status.detail } }]
  }
  const { state, hash, block, gasUnits, evidence } = status
  return [{ transferId, state, hash, gasUnits, evidence: { ...evidence, block: block.toString() } }]
}
