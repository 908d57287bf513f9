import type { Pool } from '../../kernel/postgres/pool.ts'
import type { ChainCursor } from '../../movements/deposits/cursor-store.ts'
import type { BlockMark, DepositChain, OddLog, TokenLog } from '../../movements/deposits/deposit-chain.ts'
import { findOwnAddresses, leaveOutKnown } from '../../movements/deposits/deposit-store.ts'

// What is recorded in one commit: more than any block holds, and little enough to be quick.
const MOST_OWN = 500
const READ_AGAIN = 30n

export type OwnLogs = Readonly<{
  through: bigint
  /** Transfers to or from addresses of ours, and these addresses. */
  logs: readonly TokenLog[]
  addresses: ReadonlySet<string>
  odd: readonly OddLog[]
}>

/**
 * Reads on from the cursor to what is final, or until there is enough for one commit. The last blocks before the cursor are read once
 * more: a node may leave out of its list what it shows a moment later. What is known already is not told again.
 */
export async function readOwnLogs(
  deps: Readonly<{ pool: Pool; chain: DepositChain }>,
  after: ChainCursor,
  finalized: BlockMark,
  signal: AbortSignal,
): Promise<OwnLogs> {
  const logs: TokenLog[] = []
  const odd: OddLog[] = []
  const addresses = new Set<string>()
  let through = after.block > READ_AGAIN ? after.block - READ_AGAIN : 0n
  while (through < finalized.block && logs.length + odd.length < MOST_OWN) {
    const read = await deps.chain.logs(through + 1n, finalized.block, signal)
    const own = await findOwnAddresses(deps.pool, after.mode, read.logs)
    for (const address of own) addresses.add(address)
    const ours = read.logs.filter(({ address, sender }) => own.has(address) || own.has(sender))
    logs.push(...(await leaveOutKnown(deps.pool, after, ours)))
    odd.push(...(await leaveOutKnown(deps.pool, after, read.odd)))
    through = read.through
  }
  return { through: through > after.block ? through : after.block, logs, addresses, odd }
}
