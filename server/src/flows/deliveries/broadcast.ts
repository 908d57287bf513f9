import type { Chain } from '../../movements/transfers/chain.ts'
import type { HeldLane } from '../../movements/transfers/lane-store.ts'
import type { LaneDeps } from './lane-deps.ts'

/** Sends stored bytes. What a node answers decides nothing, and that none answers neither: they are sent again. */
export async function broadcast(
  { times, onAnswers, onNotice }: LaneDeps,
  { lane, chain }: HeldLane & Readonly<{ chain: Chain }>,
  raws: readonly Uint8Array[],
): Promise<void> {
  if (raws.length === 0) return
  try {
    onAnswers(lane.id, await chain.broadcast(raws, AbortSignal.timeout(times.askMs)))
  } catch (error) {
    onNotice(lane.id, `nothing could be sent: ${error instanceof Error ? error.message : String(error)}`)
  }
}
