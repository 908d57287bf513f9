import {
  type AdoptedLock,
  keepAdoptedAttempt,
  type LockEnd,
  listAdopted,
  noteAdopted,
  permitAdopted,
} from '../../movements/transfers/adoption-store.ts'
import { haltLane } from '../../movements/transfers/lane-store.ts'
import type { LaneDeps, LaneNow } from './lane-deps.ts'
import { broadcast, type Wanted } from './sign-and-send.ts'

const MOST_ADOPTED = 200

/**
 * Handles locks that were adopted after a restore and whose buys are not (or not yet) in the database. Signed bytes are sent again: they
 * may land at any time anyway, and pay the same right. A lock that was never signed or whose bytes have expired is cancelled, because later
 * locks may wait for it. Returns true if the lane was halted.
 */
export async function settleAdopted(deps: LaneDeps, now: LaneNow): Promise<boolean> {
  const { pool, clock, times, onNotice } = deps
  const { lane, chain } = now
  if (!lane.hasAdopted) return false
  const adopted = await listAdopted(pool, lane.id, MOST_ADOPTED)
  const statuses = await chain.status(lane.address, adopted, AbortSignal.timeout(times.askMs))
  const ends = adopted.flatMap(({ lock }, place) => {
    const status = statuses[place]
    return status !== undefined && 'block' in status ? [{ lock, end: status satisfies LockEnd }] : []
  })
  if (ends.length > 0) await noteAdopted(pool, now, ends, clock.now())

  const conflict = statuses.find((status) => status.state === 'conflict')
  if (conflict !== undefined) {
    await haltLane(pool, now, `another transaction used an adopted lock: ${conflict.detail}`, clock.now())
    onNotice(lane.id, `another transaction used an adopted lock: ${conflict.detail}`)
    return true
  }
  const missing = adopted.filter((_, place) => statuses[place]?.state === 'unknown')
  // Expired bytes are not signed again, because the right is no longer known.
  const isDead = ({ attempts }: AdoptedLock): boolean => {
    const last = attempts.at(-1)
    return last === undefined || chain.haveExpired(last.terms, now.terms)
  }
  const signed = missing
    .filter((lock) => !isDead(lock))
    .flatMap(({ lock, attempts }) => attempts.slice(-1).map(({ raw }) => ({ lock, raw })))
  const cancels = await cancel(deps, now, missing.filter(isDead))
  await send(deps, now, [...signed, ...cancels])
  return false
}

async function send(
  deps: LaneDeps,
  now: LaneNow,
  bytes: ReadonlyArray<Readonly<{ lock: bigint; raw: Uint8Array }>>,
): Promise<void> {
  if (bytes.length === 0) return
  const mayGo = await permitAdopted(
    deps.pool,
    now,
    bytes.map(({ lock }) => lock),
  )
  await broadcast(
    deps,
    now,
    bytes.filter(({ lock }) => mayGo.has(lock)).map(({ raw }) => raw),
  )
}

async function cancel(deps: LaneDeps, now: LaneNow, empty: readonly AdoptedLock[]) {
  const { pool, signer, times, onNotice } = deps
  const { lane, chain, terms } = now
  if (empty.length === 0) return []
  const wanted: Wanted[] = []
  for (const { transferId, lock } of empty) {
    const unsigned = await chain.prepareCancel({ from: lane.address, lock, terms })
    wanted.push({ transferId, kind: 'cancel', unsigned })
  }
  const answers = await signer.sign(wanted, AbortSignal.timeout(times.askMs))
  const kept = []
  for (const [place, { lock }] of empty.entries()) {
    const answer = answers[place]
    if (answer?.outcome !== 'signed') {
      onNotice(lane.id, `the signer rejected a cancel: ${answer?.message ?? 'no response'}`)
      continue
    }
    const { raw, hash } = answer
    await keepAdoptedAttempt(pool, now, lock, { kind: 'cancel', raw, hash, terms: chain.termsIn(raw) })
    kept.push({ lock, raw })
  }
  return kept
}
