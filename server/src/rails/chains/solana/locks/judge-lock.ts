import type { AttemptKind, LockStatus } from '../../../../movements/transfers/chain.ts'
import type { LandedTransaction } from '../rpc/landed-transaction.ts'
import type { SignatureStatus } from '../rpc/rpc-values.ts'

/** One thing that was signed for a lock, and what the node knows of it. */
export type SeenAttempt = Readonly<{
  kind: AttemptKind
  hash: string
  status: SignatureStatus | undefined
}>

/** Tokens that were meant to go from one token account to another. */
export type Move = Readonly<{ lane: string; source: string; destination: string; units: bigint }>

// What says nothing against the payment: its marker could not be opened (another attempt was first, or the lane had too little to pay for
// it), or the lane could not pay at all.
const NOT_ITS_FAULT = [/^\{"InstructionError":\["0",/, /InsufficientFundsFor(?:Fee|Rent)/]

/**
 * Of a lock whose marker is not there at finality. Bytes that failed left no marker, because a transaction is undone as a whole: the lock is
 * free, and the same would fail again (too few tokens, a frozen account, a token account that was closed). So nothing on Solana is ever
 * `final_failed`: a payment that can never land is told as `failed`, and ends when a cancel has used its lock up.
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

/** Of a lock whose marker is there, opened by this transaction of ours. `alsoPaid` is what others of the lock cost that failed. */
export function judgeUsed(
  { kind, landed }: Readonly<{ kind: AttemptKind; landed: LandedTransaction }>,
  { marker, move, alsoPaid }: Readonly<{ marker: string; move: Move; alsoPaid: bigint }>,
): LockStatus {
  const { signature, slot, cost, feePayer, opened } = landed
  if (feePayer !== move.lane) return conflict(`${signature} was paid for by ${feePayer}`)
  if (!opened.has(marker)) return conflict(`${signature} succeeded and did not open the marker ${marker}`)
  const end = {
    hash: signature,
    block: slot,
    gasUnits: cost + alsoPaid,
    evidence: { marker, slot: `${slot}` },
  }
  if (kind === 'cancel')
    return landed.changes.length === 0
      ? { state: 'final_void', ...end }
      : conflict(`${signature} was to move nothing`)
  if (movesOnly(landed, move)) return { state: 'final_ok', ...end }
  // Something may have moved, so that it counts neither as paid nor as free to be paid again.
  return conflict(`${signature} succeeded without exactly the expected transfer`)
}

function movesOnly({ changes }: LandedTransaction, { source, destination, units }: Move): boolean {
  const from = changes.find(({ address }) => address === source)
  const to = changes.find(({ address }) => address === destination)
  return changes.length === 2 && from?.units === -units && to?.units === units
}

function conflict(detail: string): LockStatus {
  return { state: 'conflict', detail }
}
