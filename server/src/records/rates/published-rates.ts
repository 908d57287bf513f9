import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { selectRateTables } from './rate-store.ts'
import type { RateTableName } from './rate-table.ts'

const REFRESH_INTERVAL_MS = 1_000

/** A table that is formatted once and sent many times. Times are ISO 8601. */
type ServedTable = Readonly<{ body: string; asOf: string; expiresAt: string }>

export type PublishedRates = Readonly<{
  /** Returns the newest table from memory. Refuses if there is none or it has expired, so an old rate is never served. */
  read(name: RateTableName): ServedTable
  /** Reloads the tables now. Never rejects. */
  refresh(): Promise<void>
  stop(): Promise<void>
}>

/**
 * Keeps the published tables in memory and reloads them in the background. While PostgreSQL is unreachable, the tables in memory are served
 * until they expire.
 */
export function createPublishedRates({
  pool,
  clock,
  onError,
}: {
  pool: Pool
  clock: Clock
  /** Called once each time PostgreSQL becomes unreachable. */
  onError: (error: unknown) => void
}): PublishedRates {
  let tables: ReadonlyMap<RateTableName, { served: ServedTable; expiresAt: Date }> = new Map()
  let isFailing = false
  const load = async (): Promise<void> => {
    try {
      const newest = await selectRateTables(pool)
      tables = new Map(
        newest.map(({ name, body, asOf, expiresAt }) => [
          name,
          { served: { body, asOf: asOf.toISOString(), expiresAt: expiresAt.toISOString() }, expiresAt },
        ]),
      )
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
    // Skip this reload while an earlier one is still waiting for PostgreSQL.
    if (waiting === 0) void refresh()
  }, REFRESH_INTERVAL_MS)
  timer.unref()

  return {
    read: (name) => {
      const table = tables.get(name)
      if (table !== undefined && table.expiresAt > clock.now()) return table.served
      throw new Refusal('rate_stale', 'No current rate is available. Try again in half a minute.')
    },
    refresh,
    stop: async () => {
      clearInterval(timer)
      await loading
    },
  }
}
