import { newId } from '../../kernel/ids/ids.ts'
import { listCursors, openCursor } from '../../movements/deposits/cursor-store.ts'
import type { DepositDeps } from './deposit-deps.ts'

/** Begins to watch each network of the settings that was never watched before. Safe to repeat, and beside itself; false, for a loop. */
export async function openCursors({
  pool,
  clock,
  watched,
}: Pick<DepositDeps, 'pool' | 'clock' | 'watched'>): Promise<boolean> {
  if (watched.size === 0) return false
  const known = new Set((await listCursors(pool)).map(({ mode, network }) => `${mode}:${network}`))
  for (const [key, { chain, beginAfter }] of watched) {
    if (known.has(key)) continue
    const signal = AbortSignal.timeout(10_000)
    const { finalized } = await chain.head(signal)
    const block = beginAfter ?? finalized.block
    const hash = block === finalized.block ? finalized.hash : await chain.blockHash(block, signal)
    if (hash === undefined || block > finalized.block)
      throw new Error(
        `${key} cannot be read from block ${block}: ${finalized.block} is the last that is final`,
      )
    const { mode, network } = chain
    await openCursor(pool, { id: newId(), mode, network, block, hash, at: clock.now() })
  }
  return false
}
