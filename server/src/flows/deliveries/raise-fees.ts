import type { SignedTransfer } from '../../movements/transfers/transfer-store.ts'
import type { LaneDeps } from './lane-deps.ts'
import type { LaneNow } from './lane-now.ts'
import { isToBeSent } from './send-again.ts'
import { signAndSend } from './sign-and-send.ts'

// Only the first locks that the chain waits for can be what holds the others up.
const RAISED_AT_ONCE = 10

/**
 * What is in no block for long is signed anew with higher fees, on the same lock, so that the chain can take only one of them. The lock
 * that the chain waits for is, as soon as sending it again did not help: a node may say that it has its bytes and never take them, and
 * then everything behind them waits.
 */
export async function raiseFees(deps: LaneDeps, now: LaneNow, out: readonly SignedTransfer[]): Promise<void> {
  const { times, clock, onNotice } = deps
  const { lane, chain, reading, fees: suggested } = now
  const missing = out.filter(({ lock }) => lock >= reading.lockLatest).slice(0, RAISED_AT_ONCE)
  const at = clock.now().getTime()
  const wanted = missing.flatMap((transfer) => {
    const { transferId, lock, to, tokensMinor, attempts, sentAt } = transfer
    const last = attempts.at(-1)
    if (last === undefined) return []
    const isStuck =
      lock === reading.lockLatest &&
      sentAt !== undefined &&
      sentAt > last.signedAt &&
      isToBeSent(deps, transfer)
    if (!isStuck && last.signedAt.getTime() > at - times.bumpMs) return []
    const fees = chain.raiseFees(last.fees, suggested)
    const isCancel = last.kind === 'cancel'
    const unsigned = isCancel
      ? chain.prepareCancel({ from: lane.address, lock, fees })
      : chain.prepare({ from: lane.address, lock, to, tokensMinor, fees })
    return [{ transferId, kind: isCancel ? ('cancel' as const) : ('bump' as const), unsigned }]
  })
  for (const { code, message } of await signAndSend(deps, now, wanted)) {
    onNotice(lane.id, `the signer refused higher fees (${code}): ${message}`)
  }
}
