import { noteReading } from '../../movements/transfers/lane-store.ts'
import {
  noteNotNow,
  noteRefusal,
  openTransfers,
  type ReservedTransfer,
} from '../../movements/transfers/transfer-store.ts'
import { cancelLocks } from './cancel-locks.ts'
import type { LaneDeps, LaneNow } from './lane-deps.ts'
import { type Refused, signAndSend, type Wanted } from './sign-and-send.ts'

/** Number of opened transfers, and how many of them are still unsigned. */
type Opened = Readonly<{ opened: number; unsigned: number }>

/** Opens the due deliveries of the lane as far as float, tokens and gas suffice, then has them signed and sends them. */
export async function openDeliveries(deps: LaneDeps, now: LaneNow, at: Date): Promise<Opened> {
  const { pool, times } = deps
  const { lane, chain, reading, terms } = now
  const { tokensMinor, gasUnits } = reading
  // Recorded even if no delivery is due: operators see the reading, and cannot book a top-up of more than the reading shows.
  await noteReading(pool, now, { tokensMinor, gasUnits, gasEachUnits: chain.mostCost(terms), at })
  const room = Math.min(times.batch, times.mostOut - lane.out, reading.room)
  if (lane.due === 0 || room <= 0) return { opened: 0, unsigned: 0 }
  const opened = await openTransfers(pool, now, room, at)
  const unsigned = opened.length === 0 ? 0 : await signPayments(deps, now, opened)
  return { opened: opened.length, unsigned }
}

/**
 * Refusals that are temporary and apply to every payment of the lane. After such a refusal the lock waits until it can be signed. Every
 * other refusal is final for its payment.
 */
export const TEMPORARY_REFUSALS: ReadonlySet<string> = new Set([
  'frozen',
  'lane_halted',
  'journal_behind',
  'operators_unavailable',
  'decision_in_doubt',
  'bank_unavailable',
  'over_hour_cap',
  'over_day_cap',
])

/**
 * Has the payments of reserved locks signed and sends them. After a final refusal, opens a case and uses up the lock with a cancel, which
 * moves nothing. Without the cancel, every later lock of the lane would wait. Returns how many locks are still unsigned.
 */
export async function signPayments(
  deps: LaneDeps,
  now: LaneNow,
  reserved: readonly ReservedTransfer[],
): Promise<number> {
  const { lane, chain, terms } = now
  const payments: Wanted[] = []
  for (const { transferId, lock, to, tokensMinor } of reserved) {
    const unsigned = await chain.prepare({ from: lane.address, lock, to, tokensMinor, terms })
    payments.push({ transferId, kind: 'pay', unsigned })
  }
  const refused = await signAndSend(deps, now, payments)
  for (const { code, message } of refused)
    deps.onNotice(lane.id, `the signer rejected the request (${code}): ${message}`)

  await tellWhyNotNow(deps, now, refused)
  const never = refused.filter(({ code }) => !TEMPORARY_REFUSALS.has(code))
  for (const refusal of never) {
    await noteRefusal(deps.pool, now, { ...refusal, at: deps.clock.now() })
  }
  const dead = new Set(never.map(({ transferId }) => transferId))
  const uncancelled = await cancelLocks(
    deps,
    now,
    reserved.filter(({ transferId }) => dead.has(transferId)).map((one) => ({ ...one, attempts: [] })),
  )
  return refused.length - never.length + uncancelled
}

/** Records the signer's own temporary reasons. A freeze or a halted lane is already visible in the database. */
async function tellWhyNotNow(
  { pool, clock }: LaneDeps,
  now: LaneNow,
  refused: readonly Refused[],
): Promise<void> {
  const own = refused.find(
    ({ code }) => TEMPORARY_REFUSALS.has(code) && code !== 'frozen' && code !== 'lane_halted',
  )
  if (own === undefined && now.lane.unsigned === 0) return
  await noteNotNow(pool, now, own && `the signer cannot sign now (${own.code}): ${own.message}`, clock.now())
}
