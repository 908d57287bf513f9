import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { ChainCursor } from '../../movements/deposits/cursor-store.ts'
import { type SellNames, saltOfAddress } from '../../movements/deposits/deposit-address.ts'
import type { BlockMark, DepositChain, OddLog, TokenLog } from '../../movements/deposits/deposit-chain.ts'
import {
  findOwnAddresses,
  listWatchedAddresses,
  NO_SELL_PROBLEM,
  withoutKnownLogs,
} from '../../movements/deposits/deposit-store.ts'

// Maximum number of logs in one commit: more than any block holds, and small enough for a quick commit.
const MOST_LOGS_A_COMMIT = 500
const OVERLAP_BLOCKS = 30n
// When operators have blocks read again, each pass reads this many of them in addition to the new blocks.
const REREAD_BLOCKS_A_LOOK = 1_000n

export type OwnLogs = Readonly<{
  through: bigint
  /** Transfers to or from our addresses, and these addresses. */
  logs: readonly TokenLog[]
  addresses: ReadonlySet<string>
  odd: readonly OddLog[]
  /** The blocks that were read again for operators: the first one, and the next one to read; null when all were read. */
  reread: Readonly<{ from: bigint; next: bigint | null }> | undefined
}>

/**
 * Reads from the cursor to the last final block, or until there are enough logs for one commit. Reads the last blocks before the cursor
 * again, because a node may list a log late. Skips known logs. If the address that is recorded for a sell is not derived from that sell,
 * the address is not ours, and transfers to it are set aside.
 */
export async function readOwnLogs(
  deps: Readonly<{ pool: Pool; clock: Clock; chain: DepositChain }>,
  after: ChainCursor,
  finalized: BlockMark,
  signal: AbortSignal,
): Promise<OwnLogs> {
  const logs: TokenLog[] = []
  const told = new Set<string>()
  const odd: OddLog[] = []
  const addresses = new Set<string>()
  const watched = async () => listWatchedAddresses(deps.pool, after, deps.clock.now())
  const readOn = async (from: bigint, to: bigint): Promise<bigint> => {
    const read = await deps.chain.logs(from, to, watched, signal)
    const given = await findOwnAddresses(deps.pool, after.mode, read.logs)
    const own = new Set([...given.keys()].filter((address) => isOwn(deps.chain, address, given.get(address))))
    for (const address of own) addresses.add(address)
    const isOurs = ({ address, sender, fromShared }: TokenLog) =>
      own.has(address) || own.has(sender) || fromShared === true
    const ours = read.logs.filter(isOurs)
    const fresh = await withoutKnownLogs(deps.pool, after, ours, { forgets: NO_SELL_PROBLEM })
    // A network may repeat logs of earlier blocks.
    logs.push(...fresh.filter((log) => !told.has(nameOf(log))))
    for (const log of fresh) told.add(nameOf(log))
    const astray = read.logs.flatMap((log) => {
      if (given.has(log.address) && !own.has(log.address)) return [toAstray(log)]
      return isOurs(log) ? [] : toStray(deps.chain, log)
    })
    odd.push(...(await withoutKnownLogs(deps.pool, after, [...read.odd, ...astray])))
    return read.through
  }

  let through = after.block > OVERLAP_BLOCKS ? after.block - OVERLAP_BLOCKS : 0n
  const reread = await rereadWith(readOn, after.rereadFrom, through)
  while (through < finalized.block && logs.length + odd.length < MOST_LOGS_A_COMMIT) {
    through = await readOn(through + 1n, finalized.block)
  }
  const enough = endOfPart(logs, after.block) ?? through
  return {
    through: enough > after.block ? enough : after.block,
    logs: logs.filter(({ block }) => block <= enough),
    addresses,
    odd,
    reread,
  }
}

/** If there are more logs than one commit may have, returns the block at which the commit must end. Each transfer is verified later. */
function endOfPart(logs: readonly TokenLog[], after: bigint): bigint | undefined {
  if (logs.length <= MOST_LOGS_A_COMMIT) return undefined
  const blocks = logs.map(({ block }) => block).toSorted((one, other) => Number(one - other))
  return blocks.slice(MOST_LOGS_A_COMMIT - 1).find((block) => block > after)
}

async function rereadWith(
  readOn: (from: bigint, to: bigint) => Promise<bigint>,
  from: bigint | null,
  last: bigint,
): Promise<OwnLogs['reread']> {
  if (from === null) return undefined
  const to = from + REREAD_BLOCKS_A_LOOK - 1n
  // Every pass reads the blocks after `last` anyway.
  const through = from > last ? last : await readOn(from, to < last ? to : last)
  return { from, next: through < last ? through + 1n : null }
}

function nameOf({ txHash, logIndex }: TokenLog): string {
  return `${txHash} ${logIndex}`
}

function isOwn(chain: DepositChain, address: string, sell: SellNames | undefined): boolean {
  return sell !== undefined && saltOfAddress(chain.addressOf, sell, address) !== undefined
}

/** Sets aside a transfer with a memo that belongs to no sell, or a sweep of tokens for a sell that the database lost. */
function toStray({ isShared }: DepositChain, log: TokenLog): readonly OddLog[] {
  if (isShared === undefined) return []
  const { txHash, logIndex, block, sender } = log
  const units = isShared(sender) ? -log.units : log.units
  return [{ txHash, logIndex, problem: NO_SELL_PROBLEM, raw: log, arrived: { block, units } }]
}

function toAstray(log: TokenLog): OddLog {
  const { txHash, logIndex, address } = log
  return {
    txHash,
    logIndex,
    problem: `${address} is the deposit address of a sell and cannot send to us`,
    raw: log,
  }
}
