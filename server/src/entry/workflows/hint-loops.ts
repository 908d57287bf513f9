import { readStrayHints } from '../../flows/credits/read-stray-hints.ts'
import type { Mode } from '../../kernel/mode.ts'
import { claimNudge } from '../../records/transactions/wake-store.ts'
import { creditDeps } from './credit-deps.ts'
import { type Repeating, repeat } from './repeat.ts'
import type { WorkerDeps } from './worker-deps.ts'

const EVERY_MS = 250

/** For each vendor a loop of its own that reads what it notified without saying for which account. */
export function startHintLoops(deps: WorkerDeps, onError: (error: unknown) => void): Repeating[] {
  const { pool, clock, nudge, banks } = deps
  const reading = creditDeps(deps)
  const read = async (of: { mode: Mode; vendor: string }): Promise<boolean> => {
    const { hasMore, accountIds } = await readStrayHints(reading, of)
    for (const accountId of accountIds) {
      const claimed = await claimNudge(pool, accountId, clock.now())
      if (claimed !== undefined) await nudge(claimed)
    }
    return hasMore
  }
  return (['live', 'test'] as const).flatMap((mode) =>
    [...banks.feeds[mode].keys()].map((vendor) =>
      repeat(async () => read({ mode, vendor }), EVERY_MS, onError),
    ),
  )
}
