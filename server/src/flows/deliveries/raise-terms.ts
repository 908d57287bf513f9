import type { SignedTransfer, StoredAttempt } from '../../movements/transfers/transfer-store.ts'
import type { LaneDeps } from './lane-deps.ts'
import type { LaneNow } from './lane-now.ts'
import { isToBeSent } from './send-again.ts'
import { signAndSend, type Wanted } from './sign-and-send.ts'

const RAISED_AT_ONCE = 10

/**
 * What is in no block for long, or can land no more, is signed anew on better terms, on the same lock, so that the chain can take only one
 * of them. The lock that the chain waits for is, as soon as sending it again did not help: a node may say that it has its bytes and never
 * take them, and then everything behind them waits.
 */
export async function raiseTerms(
  deps: LaneDeps,
  now: LaneNow,
  out: readonly SignedTransfer[],
): Promise<void> {
  const { lane, chain, terms: suggested } = now
  const due = out.flatMap((transfer) => {
    const last = transfer.attempts.at(-1)
    return last !== undefined && isDue(deps, now, transfer, last) ? [{ ...transfer, last }] : []
  })
  const wanted: Wanted[] = []
  for (const { transferId, lock, to, tokensMinor, last } of due.slice(0, RAISED_AT_ONCE)) {
    const order = { from: lane.address, lock, terms: chain.raiseTerms(last.terms, suggested) }
    wanted.push(
      last.kind === 'cancel'
        ? { transferId, kind: 'cancel', unsigned: await chain.prepareCancel(order) }
        : { transferId, kind: 'bump', unsigned: await chain.prepare({ ...order, to, tokensMinor }) },
    )
  }
  for (const { code, message } of await signAndSend(deps, now, wanted)) {
    deps.onNotice(lane.id, `the signer refused better terms (${code}): ${message}`)
  }
}

function isDue(deps: LaneDeps, now: LaneNow, transfer: SignedTransfer, last: StoredAttempt): boolean {
  const { chain, reading, terms: suggested } = now
  const { lock, sentAt } = transfer
  if (lock < reading.lockLatest) return false
  if (chain.haveExpired(last.terms, suggested)) return true
  const isHeadStuck =
    lock === reading.lockLatest &&
    sentAt !== undefined &&
    sentAt > last.signedAt &&
    isToBeSent(deps, transfer)
  return isHeadStuck || last.signedAt.getTime() <= deps.clock.now().getTime() - deps.times.bumpMs
}
