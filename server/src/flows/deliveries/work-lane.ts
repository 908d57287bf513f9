import { assert } from '../../kernel/refusal.ts'
import type { HeldLane } from '../../movements/transfers/lane-store.ts'
import { listUnsigned } from '../../movements/transfers/transfer-store.ts'
import { cancelFailed } from './cancel-failed.ts'
import { cancelFrozen } from './cancel-frozen.ts'
import { compareLane } from './compare-lane.ts'
import type { LaneDeps } from './lane-deps.ts'
import { openDeliveries } from './open-deliveries.ts'
import { raiseTerms } from './raise-terms.ts'
import { recoverAttempts } from './recover-attempts.ts'
import { requireChain } from './require-chain.ts'
import { isToBeSent, sendAgain } from './send-again.ts'
import { settleAdopted } from './settle-adopted.ts'
import { signPayments } from './sign-payments.ts'
import { watchTransfers } from './watch-transfers.ts'

const HALTED_MS = 5_000
const SHORT_MS = 2_000

/**
 * One round: what is out is watched, what is in no block is sent again, what was left without bytes is signed, and what waits is
 * opened. Returns how long to wait until the next. Each part stands in commits of its own, and all of it may be repeated.
 */
export async function workLane(deps: LaneDeps, held: HeldLane): Promise<number> {
  const { chains, clock, times, pool } = deps
  const { lane } = held
  const chain = chains.get(`${lane.mode}:${lane.network}`)
  assert(chain !== undefined, `no chain is set up for ${lane.network} in ${lane.mode} mode`)

  await requireChain(chain, AbortSignal.timeout(times.askMs))
  if (!lane.isChecked) await recoverAttempts(deps, held, chain)
  const watched = await watchTransfers(deps, held, chain)
  if (watched.isHalted || lane.state === 'halted') return watched.out.length > 0 ? HALTED_MS : times.idleMs
  const waitMs = watched.out.length > 0 ? times.pauseMs : times.idleMs
  // Whoever only waits for blocks asks the chain no more than that.
  const hasWork =
    !lane.isChecked || lane.due + lane.unsigned > 0 || lane.hasAdopted || watched.out.length === 0
  if (!hasWork && watched.failed.length === 0 && !watched.out.some((transfer) => isToBeSent(deps, transfer)))
    return waitMs
  const reading = await chain.readLane(lane, AbortSignal.timeout(times.askMs))
  // A chain that is ahead of our rows has seen what the database has forgotten.
  const isDoubtful = !lane.isChecked || reading.lockAhead > lane.nextLock
  if (isDoubtful && !(await compareLane(deps, held, reading.lockAhead))) return times.idleMs
  if (lane.isFrozen) return Math.max(waitMs, HALTED_MS)

  const terms = await chain.suggestTerms(AbortSignal.timeout(times.askMs))
  // Sending takes its time, and terms have theirs: whoever signs after it asks for new ones.
  const fresh = async () => ({
    ...held,
    chain,
    reading,
    terms: await chain.suggestTerms(AbortSignal.timeout(times.askMs)),
  })
  const before = { ...held, chain, reading, terms }
  const now = (await sendAgain(deps, before, watched.out)) ? await fresh() : before
  if (await settleAdopted(deps, now)) return HALTED_MS
  await cancelFrozen(deps, now)
  await cancelFailed(deps, now, watched.failed)
  const later = (await raiseTerms(deps, now, watched.out)) ? await fresh() : now
  const left = lane.unsigned === 0 ? [] : await listUnsigned(pool, lane.id)
  const waiting = left.filter(({ frozen }) => frozen === undefined)
  const unsigned = waiting.length === 0 ? 0 : await signPayments(deps, later, waiting)
  // Locks without bytes hold up whatever comes after them.
  if (left.length - waiting.length + unsigned > 0) return HALTED_MS
  const opening = await openDeliveries(deps, waiting.length > 0 ? await fresh() : later, clock.now())
  if (opening.unsigned > 0) return HALTED_MS
  // A full batch: more waits, and has waited.
  if (opening.opened === times.batch) return 0
  if (opening.opened + waiting.length > 0) return times.pauseMs
  return lane.due > 0 ? Math.min(waitMs, SHORT_MS) : waitMs
}
