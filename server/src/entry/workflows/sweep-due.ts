import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { claimDueNudges } from '../../records/transactions/wake-store.ts'
import type { NudgeEngine } from './nudge-engine.ts'

const MOST = 500
const AT_ONCE = 25

/**
 * Finds every transaction that is due and not covered by an outstanding nudge: a nudge that was lost, a wait too long
 * for a timer, or everything, after the engine lost its disk. Returns how many it nudged.
 */
export async function sweepDue(
  deps: Readonly<{ pool: Pool; clock: Clock; nudge: NudgeEngine }>,
): Promise<number> {
  const nudges = await claimDueNudges(deps.pool, deps.clock.now(), MOST)
  for (let first = 0; first < nudges.length; first += AT_ONCE) {
    await Promise.all(nudges.slice(first, first + AT_ONCE).map(deps.nudge))
  }
  return nudges.length
}
