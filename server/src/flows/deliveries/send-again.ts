import {
  permitSending,
  type SignedTransfer,
  type StoredAttempt,
} from '../../movements/transfers/transfer-store.ts'
import { cancelLocks } from './cancel-locks.ts'
import type { LaneDeps, LaneNow } from './lane-deps.ts'
import { TEMPORARY_REFUSALS } from './open-deliveries.ts'
import { broadcast, signAndSend, type Wanted } from './sign-and-send.ts'

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

// Only the first locks that a chain waits for can be what holds the others up; what has expired holds up itself.
const STUCK_AT_ONCE = 10

/**
 * What is in no block for long, or can land no more, is signed anew on better terms, on the same lock, so that the chain can take only one
 * of them. The lock that the chain waits for is, as soon as sending it again did not help: a node may say that it has its bytes and never
 * take them, and then everything behind them waits. True when anything was.
 */
export async function raiseTerms(
  deps: LaneDeps,
  now: LaneNow,
  out: readonly SignedTransfer[],
): Promise<boolean> {
  const { lane, chain, terms: suggested } = now
  const missing = out.flatMap((transfer) => {
    const last = transfer.attempts.at(-1)
    return last !== undefined && transfer.lock >= now.reading.lockLatest ? [{ ...transfer, last }] : []
  })
  const isExpired = ({ last }: { last: StoredAttempt }) => chain.haveExpired(last.terms, suggested)
  const due = [
    ...missing.filter(isExpired).slice(0, deps.times.batch),
    ...missing.filter((one) => !isExpired(one) && isStuck(deps, now, one)).slice(0, STUCK_AT_ONCE),
  ]
  const wanted: Wanted[] = []
  for (const { transferId, lock, to, tokensMinor, last } of due) {
    const order = { from: lane.address, lock, terms: chain.raiseTerms(last.terms, suggested) }
    wanted.push(
      last.kind === 'cancel'
        ? { transferId, kind: 'cancel', unsigned: await chain.prepareCancel(order) }
        : { transferId, kind: 'bump', unsigned: await chain.prepare({ ...order, to, tokensMinor }) },
    )
  }
  const never = new Set<string>()
  for (const { transferId, code, message } of await signAndSend(deps, now, wanted)) {
    deps.onNotice(lane.id, `the signer rejected the higher fee (${code}): ${message}`)
    if (!TEMPORARY_REFUSALS.has(code)) never.add(transferId)
  }
  // What was recalled meanwhile, say: its bytes can land no more, and nobody signs others. Only a cancel ends it.
  await cancelLocks(
    deps,
    now,
    due.filter((one) => isExpired(one) && never.has(one.transferId) && one.last.kind !== 'cancel'),
  )
  return wanted.length > 0
}

function isStuck(
  deps: LaneDeps,
  { reading }: LaneNow,
  transfer: SignedTransfer & Readonly<{ last: StoredAttempt }>,
): boolean {
  const { lock, sentAt, last } = transfer
  const isHeadStuck =
    lock === reading.lockLatest &&
    sentAt !== undefined &&
    sentAt > last.signedAt &&
    isToBeSent(deps, transfer)
  return isHeadStuck || last.signedAt.getTime() <= deps.clock.now().getTime() - deps.times.bumpMs
}
