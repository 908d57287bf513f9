import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { RateTableName } from './rate-table.ts'
import { type PublishedTable, selectRateTables } from './rate-table-store.ts'

const EVERY_MS = 1_000

export type PublishedRates = Readonly<{
  /** The newest table, from memory. Refuses when there is none or it has expired: old is never passed off as new. */
  read(name: RateTableName): PublishedTable
  /** Looks again now. Never rejects. */
  refresh(): Promise<void>
  stop(): Promise<void>
}>

/**
 * Keeps the published tables in memory and looks for newer ones in the background. While PostgreSQL cannot be reached,
 * what is here is served until it expires.
 */
export function createPublishedRates({
  pool,
  clock,
  onError,
}: {
  pool: Pool
  clock: Clock
  /** Called once for each time that PostgreSQL goes out of reach. */
  onError: (error: unknown) => void
}): PublishedRates {
  let tables: ReadonlyMap<RateTableName, PublishedTable> = new Map()
  let isFailing = false
  const load = async (): Promise<void> => {
    try {
      tables = new Map((await selectRateTables(pool)).map((table) => [table.name, table]))
      isFailing = false
    } catch (error) {
      if (!isFailing) onError(error)
      isFailing = true
    }
  }
  let loading = Promise.resolve()
  let waiting = 0
  const refresh = async (): Promise<void> => {
    waiting += 1
    loading = loading.then(load)
    await loading
    waiting -= 1
  }
  void refresh()
  const timer = setInterval(() => {
    // A slow database is not asked again before it has answered.
    if (waiting === 0) void refresh()
  }, EVERY_MS)
  timer.unref()

  return {
    read: (name) => {
      const table = tables.get(name)
      if (table !== undefined && table.expiresAt > clock.now()) return table
      throw new Refusal('rate_stale', 'There is no current rate at the moment. Try again in half a minute.')
    },
    refresh,
    stop: async () => {
      clearInterval(timer)
      await loading
    },
  }
}
