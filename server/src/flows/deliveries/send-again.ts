import { permitSending, type SignedTransfer } from '../../movements/transfers/transfer-store.ts'
import { broadcast } from './broadcast.ts'
import type { LaneDeps } from './lane-deps.ts'
import type { LaneNow } from './lane-now.ts'
import { signAndSend } from './sign-and-send.ts'

// Only the first locks that the chain waits for can be what holds the others up.
const BUMPED_AT_ONCE = 10

/**
 * What is in no block after a while is sent again, as it was signed: a node may have dropped it. What is in none for longer is
 * signed anew with higher fees, on the same lock, so that the chain can take only one of them.
 */
export async function sendAgain(deps: LaneDeps, now: LaneNow, out: readonly SignedTransfer[]): Promise<void> {
  const { pool, clock, times } = deps
  const fromLock = now.reading.lockLatest
  const missing = out.filter((transfer) => transfer.lock >= fromLock && isToBeSent(deps, transfer))
  if (missing.length === 0) return
  await bump(deps, now, missing.slice(0, BUMPED_AT_ONCE))
  const wanted = { most: times.batch, resendMs: times.resendMs, fromLock, at: clock.now() }
  await broadcast(deps, now, await permitSending(pool, now, wanted))
}

/** Whether some of what is out was not sent for so long that its node may have dropped it. */
export function isToBeSent({ clock, times }: LaneDeps, { sentAt }: SignedTransfer): boolean {
  return sentAt === undefined || sentAt.getTime() <= clock.now().getTime() - times.resendMs
}

async function bump(deps: LaneDeps, now: LaneNow, missing: readonly SignedTransfer[]): Promise<void> {
  const { lane, chain, fees: suggested } = now
  const before = deps.clock.now().getTime() - deps.times.bumpMs
  const wanted = missing.flatMap(({ transferId, lock, to, tokensMinor, attempts }) => {
    const last = attempts.at(-1)
    if (last === undefined || last.signedAt.getTime() > before) return []
    const fees = chain.raiseFees(last.fees, suggested)
    const isCancel = last.kind === 'cancel'
    const unsigned = isCancel
      ? chain.prepareCancel({ from: lane.address, lock, fees })
      : chain.prepare({ from: lane.address, lock, to, tokensMinor, fees })
    return [{ transferId, kind: isCancel ? ('cancel' as const) : ('bump' as const), unsigned }]
  })
  for (const { code, message } of await signAndSend(deps, now, wanted)) {
    deps.onNotice(lane.id, `the signer refused higher fees (${code}): ${message}`)
  }
}
