import { permitSending, type SignedTransfer } from '../../movements/transfers/transfer-store.ts'
import { broadcast } from './broadcast.ts'
import type { LaneDeps } from './lane-deps.ts'
import type { LaneNow } from './lane-now.ts'

/**
 * What is in no block after a while is sent again, as it was signed: a node may have dropped it, or never had it. What can land no more is
 * not. True when anything was. That takes no signer, and comes first, so that a signer that does not answer holds up nothing that has its bytes.
 */
export async function sendAgain(
  deps: LaneDeps,
  now: LaneNow,
  out: readonly SignedTransfer[],
): Promise<boolean> {
  const { pool, clock, times } = deps
  const { chain, reading, terms } = now
  const wanted = out.filter((transfer) => {
    const last = transfer.attempts.at(-1)
    const canLand = last !== undefined && !chain.haveExpired(last.terms, terms)
    return canLand && transfer.lock >= reading.lockLatest && isToBeSent(deps, transfer)
  })
  if (wanted.length === 0) return false
  const ids = wanted.slice(0, times.batch).map(({ transferId }) => transferId)
  await broadcast(deps, now, await permitSending(pool, now, ids, clock.now()))
  return true
}

/** Whether some of what is out was not sent for so long that its node may have dropped it. */
export function isToBeSent({ clock, times }: LaneDeps, { sentAt }: SignedTransfer): boolean {
  return sentAt === undefined || sentAt.getTime() <= clock.now().getTime() - times.resendMs
}
