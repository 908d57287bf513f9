import type { LockStatus, OutTransfer } from '../../../movements/transfers/chain.ts'
import { OddAnswer } from '../../vendor-json.ts'
import type { JsonRpc, RpcCall } from '../json-rpc.ts'
import { showsOnly, type TokenMove } from './contract-calls.ts'
import { type Receipt, readBlockHead, readQuantity, readReceipt } from './evm-rpc.ts'
import { findUserOfLock } from './find-user-of-lock.ts'

type Deps = Readonly<{
  rpc: JsonRpc
  chainId: number
  token: string
  unitsPerMinor: bigint
}>

/**
 * Returns the status of each lock. The nonce is read before the receipts: in the other order, a transaction mined in between would look
 * like one that is not ours. Receipts are read only for locks that are used in the finalised block.
 */
export async function readLocks(
  { rpc, chainId, token, unitsPerMinor }: Deps,
  from: string,
  out: readonly OutTransfer[],
  signal: AbortSignal,
): Promise<readonly LockStatus[]> {
  const standing = await readStanding(rpc, chainId, from, signal)
  const used = out.filter(({ lock }) => lock < standing.nonceFinalized)
  const receipts = await readReceipts(rpc, used, signal)
  const hashes = await readStandingHashes(rpc, receipts.flat(), standing.finalized, signal)
  const judge = async (transfer: OutTransfer): Promise<LockStatus> => {
    const { lock, attempts } = transfer
    if (lock >= standing.nonceFinalized) return { state: lock < standing.nonceLatest ? 'pending' : 'unknown' }
    const status = judgeLock({
      out: transfer,
      move: { token, from, to: transfer.to.toLowerCase(), units: transfer.tokensMinor * unitsPerMinor },
      receipts: receipts[used.indexOf(transfer)] ?? [],
      finalized: standing.finalized,
      standingHash: (height) => hashes.get(height),
    })
    if (status !== undefined) return status
    const user = await findUserOfLock(rpc, { from, lock, finalized: standing.finalized }, signal)
    // The node has our transaction in a block but not yet its receipt. It lags, and there is no conflict.
    if (attempts.some(({ hash }) => hash.toLowerCase() === user)) return { state: 'pending' }
    return {
      state: 'conflict',
      detail: `lock ${lock} was used up by ${user ?? 'a transaction that is not ours'}`,
    }
  }
  const statuses: LockStatus[] = []
  for (const transfer of out) statuses.push(await judge(transfer))
  return statuses
}

type Standing = Readonly<{ finalized: bigint; nonceFinalized: bigint; nonceLatest: bigint }>

async function readStanding(
  rpc: JsonRpc,
  chainId: number,
  from: string,
  signal: AbortSignal,
): Promise<Standing> {
  const [id, finalized, nonceFinalized, nonceLatest] = await rpc.ask(
    [
      ['eth_chainId'],
      ['eth_getBlockByNumber', 'finalized', false],
      ['eth_getTransactionCount', from, 'finalized'],
      ['eth_getTransactionCount', from, 'latest'],
    ],
    signal,
  )
  requireChain(id, chainId)
  return {
    finalized: readBlockHead(finalized, 'finalized block').number,
    nonceFinalized: readQuantity(nonceFinalized, 'nonce'),
    nonceLatest: readQuantity(nonceLatest, 'nonce'),
  }
}

/** Checks the chain id, because a provider may fail over to another network. */
export function requireChain(answer: unknown, chainId: number): void {
  const id = readQuantity(answer, 'eth_chainId')
  if (id !== BigInt(chainId)) throw new OddAnswer(`the node is on chain ${id}, not ${chainId}`)
}

async function readReceipts(
  rpc: JsonRpc,
  used: readonly OutTransfer[],
  signal: AbortSignal,
): Promise<ReadonlyArray<ReadonlyArray<Receipt | undefined>>> {
  const hashes = used.flatMap(({ attempts }) => attempts.map(({ hash }) => hash))
  const calls = hashes.map((hash): RpcCall => ['eth_getTransactionReceipt', hash])
  const found = (await rpc.ask(calls, signal)).map((answer, index) => {
    const receipt = readReceipt(answer)
    if (receipt !== undefined && receipt.hash !== hashes[index]?.toLowerCase())
      throw new OddAnswer(`${hashes[index]} was requested, but the node returned ${receipt.hash}`)
    return receipt
  })
  let next = 0
  return used.map(({ attempts }) => found.slice(next, (next += attempts.length)))
}

/** Returns the hashes of the current blocks at the heights of these receipts, up to the finalised height. */
async function readStandingHashes(
  rpc: JsonRpc,
  receipts: ReadonlyArray<Receipt | undefined>,
  finalized: bigint,
  signal: AbortSignal,
): Promise<ReadonlyMap<bigint, string>> {
  const heights = receipts.flatMap((receipt) => (receipt === undefined ? [] : [receipt.blockNumber]))
  const final = [...new Set(heights)].filter((height) => height <= finalized)
  const calls = final.map((height): RpcCall => ['eth_getBlockByNumber', `0x${height.toString(16)}`, false])
  const blocks = (await rpc.ask(calls, signal)).map((answer) => readBlockHead(answer, 'block'))
  return new Map(blocks.map(({ number, hash }) => [number, hash]))
}

type LockFacts = Readonly<{
  out: OutTransfer
  move: TokenMove
  /** One receipt per attempt, in the same order. Undefined if the node has none. */
  receipts: ReadonlyArray<Receipt | undefined>
  finalized: bigint
  /** Returns the hash of the current block at a height up to the finalised one. */
  standingHash(height: bigint): string | undefined
}>

type Ended = Readonly<{ kind: OutTransfer['attempts'][number]['kind']; receipt: Receipt }>

/** Returns the status of a lock that is used in the finalised block, from the receipts of its attempts, or undefined without a receipt. */
function judgeLock({ out, move, receipts, finalized, standingHash }: LockFacts): LockStatus | undefined {
  const ended = out.attempts.flatMap(({ kind }, index): Ended[] => {
    const receipt = receipts[index]
    if (receipt === undefined || receipt.blockNumber > finalized) return []
    return standingHash(receipt.blockNumber) === receipt.blockHash ? [{ kind, receipt }] : []
  })
  const [one, another] = ended
  // The receipt is from a block after the finalised one, or from a block that was replaced.
  if (one === undefined) return receipts.some(Boolean) ? { state: 'pending' } : undefined
  if (another !== undefined) {
    return conflict(`two attempts have receipts: ${one.receipt.hash} and ${another.receipt.hash}`)
  }
  return judgeReceipt(one, move, finalized)
}

function judgeReceipt({ kind, receipt }: Ended, move: TokenMove, finalized: bigint): LockStatus {
  const { hash, blockNumber, blockHash, gasUnits, from, succeeded, logs } = receipt
  if (from !== move.from) return conflict(`${hash} was sent by ${from}, not by our lane`)
  const end = {
    hash,
    block: blockNumber,
    gasUnits,
    evidence: { blockHash, finalizedBlock: `${finalized}`, receiptStatus: succeeded ? '1' : '0' },
  }
  if (kind === 'cancel') return { state: 'final_void', ...end }
  if (!succeeded) return { state: 'final_failed', ...end }
  if (showsOnly(logs, move)) return { state: 'final_ok', ...end }
  // Some tokens may have moved, so the transfer counts as a conflict. It must not be paid again without a decision.
  return conflict(`${hash} succeeded, but its token transfers are not exactly the expected one`)
}

function conflict(detail: string): LockStatus {
  return { state: 'conflict', detail }
}
