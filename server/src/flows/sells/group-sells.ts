import type { Clock } from '../../kernel/clock/clock.ts'
import { createGroupCommits } from '../../kernel/postgres/group-commits.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import {
  type ClearedSell,
  clearSells,
  type DrivenSell,
  findDrivenSells,
  type SellClearing,
} from '../../records/transactions/clearing/sell-clearing-store.ts'

// Everybody who waits is a call of the engine, and it makes no more than some hundreds at a time.
const LIMITS = { slots: 2, most: 50, queue: 100_000 }

export type GroupedSells = Readonly<{
  find: (id: string) => Promise<DrivenSell | undefined>
  clear: (clearing: SellClearing) => Promise<ClearedSell>
}>

/** Sells that are driven at the same time are read and cleared together. Both may be repeated, so a group that failed is tried one by one. */
export function createGroupedSells({ pool, clock }: Readonly<{ pool: Pool; clock: Clock }>): GroupedSells {
  const isUndone = () => true
  const reads = createGroupCommits<string, DrivenSell | undefined>({
    ...LIMITS,
    isUndone,
    commit: async (ids) => findDrivenSells(pool, ids),
  })
  const clearings = createGroupCommits<SellClearing, ClearedSell>({
    ...LIMITS,
    isUndone,
    commit: async (group) => clearSells(pool, group, clock.now()),
  })
  return { find: reads.submit, clear: clearings.submit }
}
