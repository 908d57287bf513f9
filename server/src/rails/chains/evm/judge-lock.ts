import type { LockStatus, OutTransfer } from '../../../movements/transfers/chain.ts'
import type { Receipt } from './rpc-values.ts'
import { showsOnly, type TokenMove } from './token.ts'

export type LockFacts = Readonly<{
  out: OutTransfer
  move: TokenMove
  /** One per attempt, in their order; undefined where the node knows of none. */
  receipts: ReadonlyArray<Receipt | undefined>
  finalized: bigint
  /** The hash of the block that stands at a height, at most the finalized one. */
  standingHash(height: bigint): string | undefined
}>

type Ended = Readonly<{ kind: OutTransfer['attempts'][number]['kind']; receipt: Receipt }>

/** What became of a lock that was used up at finality, from the receipts of all its attempts. Undefined: they do not say. */
export function judgeLock({
  out,
  move,
  receipts,
  finalized,
  standingHash,
}: LockFacts): LockStatus | undefined {
  const ended = out.attempts.flatMap(({ kind }, index): Ended[] => {
    const receipt = receipts[index]
    if (receipt === undefined || receipt.blockNumber > finalized) return []
    return standingHash(receipt.blockNumber) === receipt.blockHash ? [{ kind, receipt }] : []
  })
  const [one, another] = ended
  // Mined after the block that counted as final a moment ago, or in one that no longer stands.
  if (one === undefined) return receipts.some(Boolean) ? { state: 'pending' } : undefined
  if (another !== undefined) {
    return conflict(`two attempts have receipts: ${one.receipt.hash} and ${another.receipt.hash}`)
  }
  return judgeReceipt(one, move, finalized)
}

function judgeReceipt({ kind, receipt }: Ended, move: TokenMove, finalized: bigint): LockStatus {
  const { hash, blockNumber, blockHash, gasUnits, from, succeeded, logs } = receipt
  if (from !== move.from) return conflict(`${hash} was sent by ${from}`)
  const end = {
    hash,
    block: blockNumber,
    gasUnits,
    evidence: { blockHash, finalizedBlock: `${finalized}`, receiptStatus: succeeded ? '1' : '0' },
  }
  if (kind === 'cancel') return { state: 'final_void', ...end }
  if (!succeeded) return { state: 'final_failed', ...end }
  if (showsOnly(logs, move)) return { state: 'final_ok', ...end }
  // Something may have moved, so that it counts neither as paid nor as free to be paid again.
  return conflict(`${hash} succeeded without the one transfer that was meant`)
}

function conflict(detail: string): LockStatus {
  return { state: 'conflict', detail }
}
