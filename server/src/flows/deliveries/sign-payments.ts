import { noteNotNow, noteRefusal, type ReservedTransfer } from '../../movements/transfers/transfer-store.ts'
import type { LaneDeps } from './lane-deps.ts'
import type { LaneNow } from './lane-now.ts'
import { type Refused, signAndSend, type Wanted } from './sign-and-send.ts'

/**
 * Refusals that say "not now", to every payment of the lane alike: the lock waits for its bytes. All others say "never" to this one.
 */
export const NOT_NOW: ReadonlySet<string> = new Set([
  'frozen',
  'lane_halted',
  'journal_behind',
  'over_hour_cap',
  'over_day_cap',
])

/**
 * Has the payments of reserved locks signed and sends them. What the signer refuses is asked of people, and its lock is used up by a
 * cancel, which moves nothing; else every later lock of the lane would wait for it. Returns how many locks are still without bytes.
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
  for (const { code, message } of refused) deps.onNotice(lane.id, `the signer refused (${code}): ${message}`)

  await tellWhyNotNow(deps, now, refused)
  const never = refused.filter(({ code }) => !NOT_NOW.has(code))
  for (const refusal of never) {
    await noteRefusal(deps.pool, now, { ...refusal, at: deps.clock.now() })
  }
  const dead = new Set(never.map(({ transferId }) => transferId))
  const cancels: Wanted[] = []
  for (const { transferId, lock } of reserved) {
    if (!dead.has(transferId)) continue
    const unsigned = await chain.prepareCancel({ from: lane.address, lock, terms })
    cancels.push({ transferId, kind: 'cancel', unsigned })
  }
  const uncancelled = await signAndSend(deps, now, cancels)
  for (const { code, message } of uncancelled) {
    deps.onNotice(lane.id, `the signer refused a cancel (${code}): ${message}`)
  }
  return refused.length - never.length + uncancelled.length
}

/** A freeze or a halted lane can be seen as it is; the signer's own reasons only here. */
async function tellWhyNotNow(
  { pool, clock }: LaneDeps,
  now: LaneNow,
  refused: readonly Refused[],
): Promise<void> {
  const own = refused.find(({ code }) => NOT_NOW.has(code) && code !== 'frozen' && code !== 'lane_halted')
  if (own === undefined && now.lane.unsigned === 0) return
  await noteNotNow(pool, now, own && `the signer says not now (${own.code}): ${own.message}`, clock.now())
}
