import type { Clock } from '../../kernel/clock/clock.ts'
import { createGroupCommits } from '../../kernel/postgres/group-commits.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import {
  type Cleared,
  type Clearing,
  clearBuys,
  type DrivenBuy,
  findDrivenBuys,
} from '../../records/transactions/clearing/clearing-store.ts'

// Everybody who waits is a call of the engine, and it makes no more than some hundreds at a time.
const LIMITS = { slots: 2, most: 50, queue: 100_000 }

export type GroupedBuys = Readonly<{
  find: (id: string) => Promise<DrivenBuy | undefined>
  clear: (clearing: Clearing) => Promise<Cleared>
}>

/**
 * Buys that are driven at the same time are read and cleared together: a statement costs PostgreSQL more than the rows of one buy. A buy
 * that comes alone waits for nobody. Both may be repeated, so a group that failed is tried again one by one.
 */
export function createGroupedBuys({ pool, clock }: Readonly<{ pool: Pool; clock: Clock }>): GroupedBuys {
  const isUndone = () => true
  const reads = createGroupCommits<string, DrivenBuy | undefined>({
    ...LIMITS,
    isUndone,
    commit: async (ids) => findDrivenBuys(pool, ids),
  })
  const clearings = createGroupCommits<Clearing, Cleared>({
    ...LIMITS,
    isUndone,
    commit: async (group) => clearBuys(pool, group, clock.now()),
  })
  return { find: reads.submit, clear: clearings.submit }
}
