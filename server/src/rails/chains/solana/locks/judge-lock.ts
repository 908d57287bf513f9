import type { AttemptKind, LockStatus } from '../../../../movements/transfers/chain.ts'
import type { LandedTransaction } from '../rpc/landed-transaction.ts'
import type { SignatureStatus } from '../rpc/rpc-values.ts'

/** A transaction that was signed for a lock, with its status on the node. */
export type SeenAttempt = Readonly<{
  kind: AttemptKind
  hash: string
  status: SignatureStatus | undefined
}>

/** The intended transfer from one token account to another. */
export type Move = Readonly<{ lane: string; source: string; destination: string; units: bigint }>

// Errors that do not mean that the payment itself fails: another attempt opened the marker first, or the lane could not pay the marker's
// rent or the fee.
const NOT_ITS_FAULT = [/^\{"InstructionError":\["0",/, /InsufficientFundsFor(?:Fee|Rent)/]

/**
 * Returns the status of a lock whose marker does not exist at finality. A failed transaction leaves no marker, because it is undone as a
 * whole. The lock then stays free, but the same payment would fail again (too few tokens, a frozen account, a closed token account). So no
 * transfer on Solana is ever `final_failed`. A payment that cannot succeed is reported as `failed`, and ends when a cancel has used its
 * lock.
 */
export function judgeFree(attempts: readonly SeenAttempt[]): LockStatus {
  if (attempts.some(({ status }) => status !== undefined && status.error === undefined))
    return { state: 'pending' }
  const failed = attempts.find(({ kind, status }) => {
    const error = status?.error
    return kind !== 'cancel' && status?.isFinal === true && error !== undefined && isItsFault(error)
  })
  if (failed === undefined) return { state: 'unknown' }
  return { state: 'unknown', failed: `${failed.hash} failed: ${failed.status?.error}` }
}

function isItsFault(error: string): boolean {
  return !NOT_ITS_FAULT.some((words) => words.test(error))
}

/** Returns the status of a lock whose marker was opened by our transaction. `alsoPaid` is the cost of the lock's failed attempts. */
export function judgeUsed(
  { kind, landed }: Readonly<{ kind: AttemptKind; landed: LandedTransaction }>,
  { marker, move, alsoPaid }: Readonly<{ marker: string; move: Move; alsoPaid: bigint }>,
): LockStatus {
  const { signature, slot, cost, feePayer, opened } = landed
  if (feePayer !== move.lane)
    return conflict(`the fee of ${signature} was paid by ${feePayer}, not by our lane`)
  if (!opened.has(marker)) return conflict(`${signature} succeeded, but did not open the marker ${marker}`)
  const end = {
    hash: signature,
    block: slot,
    gasUnits: cost + alsoPaid,
    evidence: { marker, slot: `${slot}` },
  }
  if (kind === 'cancel')
    return landed.changes.length === 0
      ? { state: 'final_void', ...end }
      : conflict(`${signature} is a cancel but moved tokens`)
  if (movesOnly(landed, move)) return { state: 'final_ok', ...end }
  // Some tokens may have moved, so the transfer counts as a conflict. It must not be paid again without a decision.
  return conflict(`${signature} succeeded, but its token changes are not exactly the expected transfer`)
}

function movesOnly({ changes }: LandedTransaction, { source, destination, units }: Move): boolean {
  const from = changes.find(({ address }) => address === source)
  const to = changes.find(({ address }) => address === destination)
  return changes.length === 2 && from?.units === -units && to?.units === units
}

function conflict(detail: string): LockStatus {
  return { state: 'conflict', detail }
}
