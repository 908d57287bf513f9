import { assert } from '../../kernel/refusal.ts'
import type { Chain } from '../../movements/transfers/chain.ts'
import type { LaneRound } from '../../movements/transfers/hold-lane-store.ts'
import { checkLane, type HeldLane } from '../../movements/transfers/lane-store.ts'
import type { JournalAttempt } from '../../movements/transfers/signer.ts'
import {
  listOut,
  listUnsigned,
  type SignedTransfer,
  storeSigned,
} from '../../movements/transfers/transfer-store.ts'
import type { LaneDeps } from './lane-deps.ts'

type Live = Readonly<{ transferId: string; lock: bigint; hashes: ReadonlySet<string> }>

const MOST_LIVE_LOCKS = 10_000

/**
 * After a start of the database, copies signed bytes for our live locks from the signer's journal if our rows do not have them. Without
 * this copy, a restored database would treat our own transaction as unknown. Signs and decides nothing. Returns the sent transfers with
 * these bytes.
 */
export async function recoverAttempts(
  deps: LaneDeps,
  held: LaneRound,
  chain: Chain,
): Promise<readonly SignedTransfer[]> {
  const { pool, clock, signer, times, onNotice } = deps
  const { lane } = held
  if (lane.unsigned + lane.out === 0) return held.sent
  const live = await readLive(deps, lane.id)
  const [first] = live
  if (first === undefined) return held.sent
  const known = await signer.readLocks(lane, first.lock, AbortSignal.timeout(times.askMs))
  const byLock = new Map(known.map((lock) => [lock.lock, lock]))
  const missing = live.flatMap(({ transferId, lock, hashes }) => {
    const found = byLock.get(lock)
    if (found === undefined) return []
    assert(
      found.transferId === transferId,
      `lock ${lock} belongs to another transfer in the signer's journal`,
    )
    return found.attempts.filter(({ hash }) => !hashes.has(hash)).map((attempt) => ({ transferId, attempt }))
  })
  // At most one attempt per transfer in each commit, because attempts are numbered in order of arrival.
  for (const group of inTurns(missing)) {
    const signed = group.map(({ transferId, attempt: { kind, raw, hash } }) => {
      return { transferId, kind, raw, hash, terms: chain.termsIn(raw) }
    })
    await storeSigned(pool, held, signed, clock.now())
  }
  if (missing.length > 0)
    onNotice(
      lane.id,
      `${missing.length} signed attempts were missing in the database and were restored from the signer's journal`,
    )
  return missing.length === 0 ? held.sent : listOut(pool, lane.id, MOST_LIVE_LOCKS)
}

async function readLive({ pool }: LaneDeps, laneId: string): Promise<readonly Live[]> {
  const [unsigned, out] = [await listUnsigned(pool, laneId), await listOut(pool, laneId, MOST_LIVE_LOCKS)]
  const live = [
    ...unsigned.map(({ transferId, lock }) => ({ transferId, lock, hashes: new Set<string>() })),
    ...out.map(({ transferId, lock, attempts }) => {
      return { transferId, lock, hashes: new Set(attempts.map(({ hash }) => hash)) }
    }),
  ]
  return live.sort((a, b) => (a.lock < b.lock ? -1 : 1))
}

type Missing = Readonly<{ transferId: string; attempt: JournalAttempt }>

function inTurns(missing: readonly Missing[]): Missing[][] {
  const turns: Missing[][] = []
  const taken = new Map<string, number>()
  for (const one of missing) {
    const turn = taken.get(one.transferId) ?? 0
    taken.set(one.transferId, turn + 1)
    turns[turn] = [...(turns[turn] ?? []), one]
  }
  return turns
}

/**
 * Checks after a start of the database, before the lane opens anything, whether the chain or the signer's journal is ahead of our rows. If
 * the journal is ahead, the database was restored from a backup or lost its last commits. Then everything, or what they concern, is frozen
 * until operators act. If only the chain is ahead, somebody else has the key, and the network is frozen.
 */
export async function compareLane(deps: LaneDeps, held: HeldLane, chainLatest: bigint): Promise<boolean> {
  const { pool, clock, signer, times, onNotice } = deps
  const { lane } = held
  const signal = AbortSignal.timeout(times.askMs)
  const journalNext = await signer.nextLock(lane, signal)
  const missing = journalNext > lane.nextLock ? await signer.readLocks(lane, lane.nextLock, signal) : []
  const businesses = [...new Set(missing.map(({ rightKey }) => rightKey.split('/')[0] ?? ''))]
  const isWell = await checkLane(pool, held, { chainLatest, journalNext, businesses, at: clock.now() })
  if (!isWell)
    onNotice(held.lane.id, "the chain or the signer's journal is ahead of the database: the lane is halted")
  return isWell
}
