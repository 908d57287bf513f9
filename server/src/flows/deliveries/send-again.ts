import { permitSending, type SignedTransfer } from '../../movements/transfers/transfer-store.ts'
import { broadcast } from './broadcast.ts'
import type { LaneDeps } from './lane-deps.ts'
import type { LaneNow } from './lane-now.ts'

/**
 * What is in no block after a while is sent again, as it was signed: a node may have dropped it, or never had it. That takes no
 * signer, and comes first, so that a signer that does not answer holds up nothing that has its bytes.
 */
export async function sendAgain(
  deps: LaneDeps,
  now: Omit<LaneNow, 'terms'>,
  out: readonly SignedTransfer[],
): Promise<void> {
  const { pool, clock, times } = deps
  const fromLock = now.reading.lockLatest
  if (!out.some((transfer) => transfer.lock >= fromLock && isToBeSent(deps, transfer))) return
  const wanted = { most: times.batch, resendMs: times.resendMs, fromLock, at: clock.now() }
  await broadcast(deps, now, await permitSending(pool, now, wanted))
}

/** Whether some of what is out was not sent for so long that its node may have dropped it. */
export function isToBeSent({ clock, times }: LaneDeps, { sentAt }: SignedTransfer): boolean {
  return sentAt === undefined || sentAt.getTime() <= clock.now().getTime() - times.resendMs
}
