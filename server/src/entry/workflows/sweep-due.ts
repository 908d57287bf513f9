import { sendNudges } from '../../flows/advance/send-nudges.ts'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { claimDueNudges } from '../../records/transactions/wake-store.ts'
import type { NudgeEngine } from './nudge-engine.ts'

const MOST = 500

/**
 * Finds everything that is due and not covered by an outstanding nudge: a nudge that was lost, a wait too long
 * for a timer, or everything, after the engine lost its disk. Returns how many it nudged.
 */
export async function sweepDue(
  deps: Readonly<{ pool: Pool; clock: Clock; nudge: NudgeEngine }>,
): Promise<number> {
  const nudges = await claimDueNudges(deps.pool, deps.clock.now(), MOST)
  await sendNudges(nudges, deps.nudge)
  return nudges.length
}
