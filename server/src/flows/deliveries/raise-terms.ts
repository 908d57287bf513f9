import type { SignedTransfer } from '../../movements/transfers/transfer-store.ts'
import type { LaneDeps } from './lane-deps.ts'
import type { LaneNow } from './lane-now.ts'
import { isToBeSent } from './send-again.ts'
import { signAndSend, type Wanted } from './sign-and-send.ts'

// Only the first locks that the chain waits for can be what holds the others up.
const RAISED_AT_ONCE = 10

/**
 * What is in no block for long is signed anew on better terms, on the same lock, so that the chain can take only one of them. The lock
 * that the chain waits for is, as soon as sending it again did not help: a node may say that it has its bytes and never take them, and
 * then everything behind them waits.
 */
export async function raiseTerms(
  deps: LaneDeps,
  now: LaneNow,
  out: readonly SignedTransfer[],
): Promise<void> {
  const { times, clock, onNotice } = deps
  const { lane, chain, reading, terms: suggested } = now
  const missing = out.filter(({ lock }) => lock >= reading.lockLatest).slice(0, RAISED_AT_ONCE)
  const at = clock.now().getTime()
  const wanted: Wanted[] = []
  for (const transfer of missing) {
    const { transferId, lock, to, tokensMinor, attempts, sentAt } = transfer
    const last = attempts.at(-1)
    if (last === undefined) continue
    const isStuck =
      lock === reading.lockLatest &&
      sentAt !== undefined &&
      sentAt > last.signedAt &&
      isToBeSent(deps, transfer)
    if (!isStuck && last.signedAt.getTime() > at - times.bumpMs) continue
    const order = { from: lane.address, lock, terms: chain.raiseTerms(last.terms, suggested) }
    wanted.push(
      last.kind === 'cancel'
        ? { transferId, kind: 'cancel', unsigned: await chain.prepareCancel(order) }
        : { transferId, kind: 'bump', unsigned: await chain.prepare({ ...order, to, tokensMinor }) },
    )
  }
  for (const { code, message } of await signAndSend(deps, now, wanted)) {
    onNotice(lane.id, `the signer refused better terms (${code}): ${message}`)
  }
}
