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
 * Sends signed bytes again if they are in no block after a while, because a node may have dropped or never received them. Skips expired
 * bytes. Returns true if anything was sent. Needs no signer and runs before the parts that do, so a signer that does not answer does not
 * delay transfers that are already signed.
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

/** Returns true if the transfer was never sent, or so long ago that a node may have dropped it. */
export function isToBeSent({ clock, times }: LaneDeps, { sentAt }: SignedTransfer): boolean {
  return sentAt === undefined || sentAt.getTime() <= clock.now().getTime() - times.resendMs
}

// Only the first locks that a chain waits for can block later locks. Expired transfers have a separate limit.
const STUCK_AT_ONCE = 10

/**
 * Signs transfers again with higher fees on the same lock if they have been in no block for long, or have expired. The chain can accept
 * only one transaction per lock. The first lock that the chain waits for is signed again as soon as one resend did not help: a node may
 * claim to have the bytes and never include them, and then every later transfer waits. Returns true if anything was signed.
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
  // The signer refuses to sign again, for example because the buy was recalled. The old bytes have expired, so only a cancel ends the
  // transfer.
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
