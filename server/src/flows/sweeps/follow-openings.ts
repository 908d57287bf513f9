import { endOpening, listOutOpenings, type OutOpening } from '../../movements/treasury/opening-store.ts'
import type { SweepDeps, SweepLook } from './sweep-deps.ts'

const MOST = 20

/** Books what opening deposit accounts cost, when that is final. Bytes that no block took are sent again while they are good. */
export async function followOpenings(deps: SweepDeps, look: SweepLook): Promise<void> {
  if (look.chain.opening === undefined) return
  for (const out of await listOutOpenings(deps.pool, look.chain, MOST)) await follow(deps, look, out)
}

async function follow(
  { pool, clock }: SweepDeps,
  { chain, fence, signal }: SweepLook,
  out: OutOpening,
): Promise<void> {
  const ended = await chain.endOf(out, signal)
  if (ended.state === 'waiting') {
    await chain.broadcast(out.attempts[0].raw, signal)
  } else if (ended.state !== 'pending') {
    const gasUnits = ended.state === 'void' ? 0n : ended.gasUnits
    await endOpening(pool, out.id, { fence, state: ended.state, gasUnits, at: clock.now() })
  }
}
