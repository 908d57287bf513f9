import { newId } from '../../kernel/ids/ids.ts'
import { assert } from '../../kernel/refusal.ts'
import { holdLane, type LaneRound } from '../../movements/transfers/hold-lane-store.ts'
import { releaseLane } from '../../movements/transfers/lane-store.ts'
import { listUnsigned } from '../../movements/transfers/transfer-store.ts'
import type { Nudge } from '../../records/transactions/wake-store.ts'
import { requireChain } from '../advance/require-chain.ts'
import { workUnderLease } from '../advance/work-under-lease.ts'
import { cancelFailed, cancelFrozen } from './cancel-locks.ts'
import type { LaneDeps } from './lane-deps.ts'
import { openDeliveries, signPayments } from './open-deliveries.ts'
import { compareLane, recoverAttempts } from './recover-lane.ts'
import { isToBeSent, raiseTerms, sendAgain } from './send-again.ts'
import { settleAdopted } from './settle-adopted.ts'
import { watchTransfers } from './watch-transfers.ts'

const HALTED_RETRY_MS = 5_000
const SHORT_OF_FUNDS_RETRY_MS = 2_000

/** Works in a lane under a lease, while there is work and the call is not too long. */
export async function advanceLane(deps: LaneDeps, id: string): Promise<Nudge | undefined> {
  const { pool, clock, times } = deps
  const lease = { laneId: id, holder: newId(), leaseMs: times.leaseMs }
  return workUnderLease(deps, id, {
    unknown: 'lane_unknown',
    take: async () => holdLane(pool, { ...lease, at: clock.now() }),
    release: async ({ fence }) => releaseLane(pool, id, fence),
    round: async (held) => workLane(deps, held),
  })
}

/**
 * Runs one round: checks sent transfers, resends those in no block, signs unsigned locks and opens due deliveries. Returns how long to wait
 * until the next round. Each part has its own commits, and all of it may be repeated.
 */
export async function workLane(deps: LaneDeps, held: LaneRound): Promise<number> {
  const { chains, clock, times, pool } = deps
  const { lane } = held
  const chain = chains.get(`${lane.mode}:${lane.network}`)
  assert(chain !== undefined, `no chain is configured for ${lane.network} in ${lane.mode} mode`)

  await requireChain(chain, AbortSignal.timeout(times.askMs))
  const sent = lane.isChecked ? held.sent : await recoverAttempts(deps, held, chain)
  const watched = await watchTransfers(deps, { ...held, sent }, chain)
  if (watched.isHalted || lane.state === 'halted')
    return watched.out.length > 0 ? HALTED_RETRY_MS : times.idleMs
  const waitMs = watched.out.length > 0 ? times.pauseMs : times.idleMs
  // A lane that only waits for blocks sends the chain no other requests.
  const hasWork =
    !lane.isChecked || lane.due + lane.unsigned > 0 || lane.hasAdopted || watched.out.length === 0
  if (!hasWork && watched.failed.length === 0 && !watched.out.some((transfer) => isToBeSent(deps, transfer)))
    return waitMs
  const reading = await chain.readLane(lane, AbortSignal.timeout(times.askMs))
  // The lane was not compared yet since the database started, or the chain is ahead of our rows: the database may have lost something.
  const isDoubtful = !lane.isChecked || reading.lockAhead > lane.nextLock
  if (isDoubtful && !(await compareLane(deps, held, reading.lockAhead))) return times.idleMs
  if (lane.isFrozen) return Math.max(waitMs, HALTED_RETRY_MS)

  const terms = await chain.suggestTerms(AbortSignal.timeout(times.askMs))
  // Sending takes time and terms expire, so signing afterwards needs new terms.
  const fresh = async () => ({
    ...held,
    chain,
    reading,
    terms: await chain.suggestTerms(AbortSignal.timeout(times.askMs)),
  })
  const before = { ...held, chain, reading, terms }
  const now = (await sendAgain(deps, before, watched.out)) ? await fresh() : before
  if (await settleAdopted(deps, now)) return HALTED_RETRY_MS
  await cancelFrozen(deps, now)
  await cancelFailed(deps, now, watched.failed)
  const later = (await raiseTerms(deps, now, watched.out)) ? await fresh() : now
  const left = lane.unsigned === 0 ? [] : await listUnsigned(pool, lane.id)
  const waiting = left.filter(({ frozen }) => frozen === undefined)
  const unsigned = waiting.length === 0 ? 0 : await signPayments(deps, later, waiting)
  // Unsigned locks block every later lock, so nothing more is opened.
  if (left.length - waiting.length + unsigned > 0) return HALTED_RETRY_MS
  const opening = await openDeliveries(deps, waiting.length > 0 ? await fresh() : later, clock.now())
  if (opening.unsigned > 0) return HALTED_RETRY_MS
  // The batch was full, so more deliveries may be waiting.
  if (opening.opened === times.batch) return 0
  if (opening.opened + waiting.length > 0) return times.pauseMs
  return lane.due > 0 ? Math.min(waitMs, SHORT_OF_FUNDS_RETRY_MS) : waitMs
}
