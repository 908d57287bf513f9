import {
  type ChainCursor,
  noteCursor,
  noteReadUntil,
  noteReread,
} from '../../movements/deposits/cursor-store.ts'
import type { BlockMark, DepositChain, WatchedChain } from '../../movements/deposits/deposit-chain.ts'
import { recordDeposits } from '../../movements/deposits/deposit-store.ts'
import { claimNudgesOf } from '../../records/transactions/wake-store.ts'
import { requireChain } from '../advance/require-chain.ts'
import { sendNudges } from '../advance/send-nudges.ts'
import { confirmLogs } from './confirm-logs.ts'
import type { DepositDeps } from './deposit-deps.ts'
import { readOwnLogs } from './read-own-logs.ts'

/**
 * Runs one pass over a network: reads the token transfers in the newly final blocks, and records those of our addresses together with the
 * new cursor. Safe to run concurrently: the second process finds that the cursor has moved and writes nothing. Returns true when there is
 * more to read at once.
 */
export async function watchDeposits(
  deps: DepositDeps,
  watched: WatchedChain,
  cursor: ChainCursor,
): Promise<boolean> {
  const { pool, clock } = deps
  const signal = AbortSignal.timeout(deps.times.askMs)
  const { chain } = watched
  await requireChain(chain, signal)
  const { finalized, madeAt } = await chain.head(signal)
  // This node lags behind a node that answered before, so its answers are not used.
  if (finalized.block < cursor.block) return false
  const problem = await findOtherPast(chain, cursor, finalized, signal)
  if (problem !== null || finalized.block === cursor.block) {
    await note(deps, cursor, finalized, problem)
    if (problem === null) await noteTime(deps, cursor, finalized, madeAt)
    return false
  }
  // The watch was halted, and the network shows the block again that was read last. The next pass continues from there.
  if (cursor.haltedBecause !== null) {
    await note(deps, cursor, finalized, null)
    return true
  }

  const read = await readOwnLogs({ pool, clock, chain }, cursor, finalized, signal)
  const { through, logs, asides } = await confirmLogs({ pool, watched }, cursor, read, signal)
  if (through <= cursor.block) {
    deps.onNotice(cursor.network, `block ${through + 1n} waits until the second node shows its transfers`)
    return false
  }
  const moved = await recordDeposits(pool, {
    after: cursor,
    through: await markOf(chain, through, finalized, signal),
    lagBlocks: finalized.block - through,
    unitsPerMinor: chain.unitsPerMinor,
    logs,
    asides,
    at: clock.now(),
  })
  if (moved === undefined) return true
  if (through === finalized.block) await noteTime(deps, cursor, finalized, madeAt)
  if (read.reread !== undefined) await noteReread(pool, cursor.id, read.reread)
  for (const { txHash, problem: words } of asides)
    deps.onNotice(cursor.network, `${txHash} was set aside: ${words}`)
  if (moved.length > 0) await sendNudges(await claimNudgesOf(pool, moved, clock.now()), deps.nudge)
  return through < finalized.block && through === read.through
}

/** Returns a description of the problem if the block that was read last is no longer canonical. That cannot happen to a final block. */
async function findOtherPast(
  chain: DepositChain,
  { block, hash }: ChainCursor,
  finalized: BlockMark,
  signal: AbortSignal,
): Promise<string | null> {
  const standing = await markOf(chain, block, finalized, signal)
  if (standing.hash === hash) return null
  return `block ${block} was ${hash} when it was read and is now ${standing.hash}`
}

async function markOf(
  chain: DepositChain,
  block: bigint,
  finalized: BlockMark,
  signal: AbortSignal,
): Promise<BlockMark> {
  if (block === finalized.block) return finalized
  const hash = await chain.blockHash(block, signal)
  if (hash === undefined) throw new Error(`a node shows block ${finalized.block} but not block ${block}`)
  return { block, hash }
}

/** Records the time up to which the network was read, if the node has made a block since. */
async function noteTime(
  { pool }: DepositDeps,
  { id, readUntil }: ChainCursor,
  { block }: BlockMark,
  madeAt: Date | undefined,
): Promise<void> {
  if (madeAt !== undefined && (readUntil === null || readUntil < madeAt))
    await noteReadUntil(pool, id, block, madeAt)
}

/** Updates the row of the cursor. An unchanged state is written only every `noteMs`. */
async function note(
  { pool, clock, times, onNotice }: DepositDeps,
  cursor: ChainCursor,
  finalized: BlockMark,
  haltedBecause: string | null,
): Promise<void> {
  const at = clock.now()
  const isNews = (haltedBecause === null) !== (cursor.haltedBecause === null)
  if (!isNews && at.getTime() - cursor.readAt.getTime() < times.noteMs) return
  if (isNews && haltedBecause !== null) onNotice(cursor.network, `deposits are halted: ${haltedBecause}`)
  await noteCursor(pool, cursor.id, { lagBlocks: finalized.block - cursor.block, haltedBecause, at })
}
