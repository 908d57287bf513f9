import type { Pool } from '../../kernel/postgres/pool.ts'
import { readAsideLogs } from '../../movements/deposits/aside-store.ts'
import type { ChainCursor } from '../../movements/deposits/cursor-store.ts'
import type { TokenLog } from '../../movements/deposits/deposit-chain.ts'
import type { WatchedChain } from '../../movements/deposits/watched-chain.ts'

/** What an address holds, and what its transfers say that it holds. */
export type Disagreement = Readonly<{ held: bigint; said: bigint }>

/**
 * Of addresses that do not hold what their transfers say, those that do with what was set aside of them before: a node may leave a transfer out
 * for long, and what it showed of the address meanwhile did not add up. Each with those transfers, which count after all, once they are shown again.
 */
export async function believeAsides(
  { pool, watched }: Readonly<{ pool: Pool; watched: WatchedChain }>,
  { after, through }: Readonly<{ after: ChainCursor; through: bigint }>,
  disagreeing: ReadonlyMap<string, Disagreement>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly TokenLog[]>> {
  if (disagreeing.size === 0) return new Map()
  const asides = await readAsideLogs(pool, after, [...disagreeing.keys()])
  const believed = new Map<string, readonly TokenLog[]>()
  for (const [address, { held, said }] of disagreeing) {
    const own = asides.filter((log) => log.address === address || log.sender === address)
    if (own.length === 0 || own.some(({ block }) => block > through)) continue
    if (said + balanceOf(address, own) !== held) continue
    if (await isShown(watched, own, signal)) believed.set(address, own)
  }
  return believed
}

/** What these transfers brought to an address, less what they took from it. */
export function balanceOf(own: string, logs: readonly TokenLog[]): bigint {
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
