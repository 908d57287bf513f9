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
 * The outcome of each lock. The count of used locks is read before the receipts: the other way round a transaction
 * mined in between would look like a stranger's. Only locks that were used at finality are examined further.
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
    // A node that has our transaction in a block and not yet its receipt lags; a stranger's is another matter.
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

/** A provider that fails over may come back as another network. */
export function requireChain(answer: unknown, chainId: number): void {
  const id = readQuantity(answer, 'eth_chainId')
  if (id !== BigInt(chainId)) throw new OddAnswer(`this is chain ${id}, not ${chainId}`)
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
      throw new OddAnswer(`${hashes[index]} was requested, but it returned ${receipt.hash}`)
    return receipt
  })
  let next = 0
  return used.map(({ attempts }) => found.slice(next, (next += attempts.length)))
}

/** The hashes of the blocks that stand at the heights of these receipts, as far as they are final. */
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
  /** One per attempt, in their order; undefined where the node knows of none. */
  receipts: ReadonlyArray<Receipt | undefined>
  finalized: bigint
  /** The hash of the block that stands at a height, at most the finalized one. */
  standingHash(height: bigint): string | undefined
}>

type Ended = Readonly<{ kind: OutTransfer['attempts'][number]['kind']; receipt: Receipt }>

/** The outcome of a lock that was used up at finality, from the receipts of all its attempts. Undefined: they do not say. */
function judgeLock({ out, move, receipts, finalized, standingHash }: LockFacts): LockStatus | undefined {
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
  return conflict(`${hash} succeeded without exactly the expected transfer`)
}

function conflict(detail: string): LockStatus {
  return { state: 'conflict', detail }
}
