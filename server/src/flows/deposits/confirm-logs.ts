import type { Pool } from '../../kernel/postgres/pool.ts'
import type { ChainCursor } from '../../movements/deposits/cursor-store.ts'
import type { DepositChain, OddLog, TokenLog, WatchedChain } from '../../movements/deposits/deposit-chain.ts'
import { readQuarantinedLogs, readRecordedUnits } from '../../movements/deposits/deposit-store.ts'
import type { OwnLogs } from './read-own-logs.ts'

/** The part of the read logs that may be recorded, and the last block that it covers. */
type Confirmed = Readonly<{ through: bigint; logs: readonly TokenLog[]; asides: readonly OddLog[] }>

/**
 * Verifies logs before they count. Each transaction, read by itself, must show its transfers in a canonical block. The witness node must
 * show large transfers too. Until it does, everything from that block on waits. Finally, each address must hold what its transfers add up
 * to, because a contract can log transfers that it did not make. If an address does not, none of its transfers in these blocks is accepted.
 */
export async function confirmLogs(
  { pool, watched }: Readonly<{ pool: Pool; watched: WatchedChain }>,
  after: ChainCursor,
  read: OwnLogs,
  signal: AbortSignal,
): Promise<Confirmed> {
  const { chain } = watched
  if (read.logs.length === 0) return { through: read.through, logs: [], asides: read.odd }
  const shown = await chain.shows(read.logs, signal)
  if (shown.includes(false)) throw new Error('a node does not return the transfers that it has just listed')

  const through = await waitForWitness(watched, after, read, signal)
  const logs = read.logs.filter(({ block }) => block <= through)
  const addresses = [...read.addresses].filter((own) =>
    logs.some(({ address, sender }) => own === address || own === sender),
  )
  const disagreeing = await findDisagreeing(pool, watched, { after, through, logs, addresses }, signal)
  const believed = await believeQuarantined({ pool, watched }, { after, through }, disagreeing, signal)
  const lying = new Map(
    [...disagreeing]
      .filter(([address]) => !believed.has(address))
      .map(([address, { held, said }]) => [
        address,
        `${address} holds ${held}, but its transfers add up to ${said}`,
      ]),
  )
  return {
    through,
    logs: [
      ...logs.filter(({ address, sender }) => !lying.has(address) && !lying.has(sender)),
      ...[...believed.values()].flat(),
    ],
    asides: [
      ...read.odd,
      ...logs.flatMap((log) => {
        const problem = lying.get(log.address) ?? lying.get(log.sender)
        const { txHash, logIndex } = log
        return problem === undefined ? [] : [{ txHash, logIndex, problem, raw: log }]
      }),
    ],
  }
}

/** Returns the last block before the first large transfer that the witness does not show. */
async function waitForWitness(
  { chain, witness }: WatchedChain,
  after: ChainCursor,
  { logs, through }: OwnLogs,
  signal: AbortSignal,
): Promise<bigint> {
  if (witness === undefined) return through
  const large = logs.filter(({ units }) => units / chain.unitsPerMinor > witness.aboveMinor)
  if (large.length === 0) return through
  const shown = await witness.chain.shows(large, signal)
  const missing = large.filter((_, place) => shown[place] !== true).map(({ block }) => block)
  const before = missing.reduce((first, block) => (block <= first ? block - 1n : first), through)
  if (before === through || before <= after.block || (await chain.blockHash(before, signal)) !== undefined)
    return before
  // A network may skip heights, so `before` may have no block. A height with a transfer has one.
  return logs.reduce((last, { block }) => (block > last && block <= before ? block : last), after.block)
}

/** Returns the addresses that do not hold what their transfers add up to. */
async function findDisagreeing(
  pool: Pool,
  { chain }: WatchedChain,
  {
    after,
    through,
    logs,
    addresses,
  }: Readonly<{
    after: ChainCursor
    through: bigint
    logs: readonly TokenLog[]
    addresses: readonly string[]
  }>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Disagreement>> {
  const recorded = await readRecordedUnits(pool, after, addresses)
  const snapshot = await chain.snapshot({ wallets: [], deposits: addresses, block: through }, signal)
  if (snapshot === undefined || snapshot.block < through)
    throw new Error('a node does not return the balances of the deposit addresses')
  // Addresses that share one account cannot be compared individually. Reconciliation compares the whole account.
  if (snapshot.shared !== undefined) return new Map()
  const disagreeing = new Map<string, Disagreement>()
  for (const [place, address] of addresses.entries()) {
    const said = (recorded.get(address) ?? 0n) + balanceOf(address, logs)
    const held = snapshot.holdings[place] ?? 0n
    if (held !== said) disagreeing.set(address, { held, said })
  }
  if (snapshot.block === through || disagreeing.size === 0) return disagreeing
  return leaveOutExplained(chain, { from: through + 1n, to: snapshot.block }, disagreeing, signal)
}

/** Removes differences that later transfers explain. Some networks show only current balances, which include later transfers. */
async function leaveOutExplained(
  chain: DepositChain,
  { from, to }: Readonly<{ from: bigint; to: bigint }>,
  disagreeing: ReadonlyMap<string, Disagreement>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Disagreement>> {
  const later = new Map<string, TokenLog>()
  for (let next = from; next <= to; ) {
    const since = await chain.logs(next, to, async () => [...disagreeing.keys()], signal)
    if (since.through < next)
      throw new Error('a node shows a balance, but not yet the transfers up to the same block')
    // The network may repeat logs of earlier blocks, which are counted already.
    for (const log of since.logs) if (log.block >= from) later.set(`${log.txHash} ${log.logIndex}`, log)
    next = since.through + 1n
  }
  return new Map(
    [...disagreeing].filter(
      ([address, { held, said }]) => held !== said + balanceOf(address, [...later.values()]),
    ),
  )
}

/** Balance of an address, and the balance that its transfers add up to. */
type Disagreement = Readonly<{ held: bigint; said: bigint }>

/**
 * Returns the addresses whose balances add up if the transfers that were set aside earlier are included. Transfers are set aside when a
 * node omits a transfer of the same address for a long time, because the later ones then do not add up. Each address is returned with the
 * transfers that were set aside, which count if the nodes show them again.
 */
async function believeQuarantined(
  { pool, watched }: Readonly<{ pool: Pool; watched: WatchedChain }>,
  { after, through }: Readonly<{ after: ChainCursor; through: bigint }>,
  disagreeing: ReadonlyMap<string, Disagreement>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly TokenLog[]>> {
  if (disagreeing.size === 0) return new Map()
  const quarantined = await readQuarantinedLogs(pool, after, [...disagreeing.keys()])
  const believed = new Map<string, readonly TokenLog[]>()
  for (const [address, { held, said }] of disagreeing) {
    const own = quarantined.filter((log) => log.address === address || log.sender === address)
    if (own.length === 0 || own.some(({ block }) => block > through)) continue
    if (said + balanceOf(address, own) !== held) continue
    if (await isShown(watched, own, signal)) believed.set(address, own)
  }
  return believed
}

/** Returns the sum of the transfers to an address less the transfers from it. */
function balanceOf(own: string, logs: readonly TokenLog[]): bigint {
  return logs.reduce(
    (sum, { address, sender, units }) => sum + (address === own ? units : 0n) - (sender === own ? units : 0n),
    0n,
  )
}

async function isShown(
  { chain, witness }: WatchedChain,
  logs: readonly TokenLog[],
  signal: AbortSignal,
): Promise<boolean> {
  if ((await chain.shows(logs, signal)).includes(false)) return false
  if (witness === undefined) return true
  const large = logs.filter(({ units }) => units / chain.unitsPerMinor > witness.aboveMinor)
  return large.length === 0 || !(await witness.chain.shows(large, signal)).includes(false)
}
