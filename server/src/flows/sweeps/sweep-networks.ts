import { newId } from '../../kernel/ids/ids.ts'
import type { SweepChain } from '../../movements/treasury/sweep-chain.ts'
import {
  findOutSweep,
  noteSweeper,
  releaseSweeper,
  takeSweeper,
} from '../../movements/treasury/sweep-store.ts'
import { beginSweep } from './begin-sweep.ts'
import { followOpenings } from './follow-openings.ts'
import { followSweep } from './follow-sweep.ts'
import { type SweepDeps, sweepTimes } from './sweep-deps.ts'

/** One look at each network that is swept. Safe beside itself: one at a time works for a sweeper. False, for a loop. */
export async function sweepNetworks(deps: SweepDeps): Promise<boolean> {
  for (const chain of deps.chains) {
    try {
      await sweepNetwork(deps, chain)
    } catch (error) {
      // One network that cannot be asked does not hold up the others.
      deps.onNotice(chain.network, `it could not be swept, and is tried again: ${(error as Error).message}`)
    }
  }
  return false
}

async function sweepNetwork(deps: SweepDeps, chain: SweepChain): Promise<void> {
  const { pool, clock } = deps
  const fence = await takeSweeper(pool, {
    mode: chain.mode,
    network: chain.network,
    address: chain.sweeper,
    holder: newId(),
    leaseMs: sweepTimes.leaseMs,
  })
  if (fence === undefined) return
  try {
    const signal = AbortSignal.timeout(sweepTimes.askMs)
    const reading = await chain.read(signal)
    await noteSweeper(pool, chain, { fence, gasUnits: reading.gasUnits, at: clock.now() })
    const out = await findOutSweep(pool, chain)
    const around = { chain, reading, fence, signal }
    await (out === undefined ? beginSweep(deps, around) : followSweep(deps, around, out))
    await followOpenings(deps, around)
  } finally {
    await releaseSweeper(pool, chain, fence)
  }
}
