import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool, Tenant } from '../../kernel/postgres/pool.ts'
import { insertRequests, type LoggedRequest, trimRequestLog } from './request-log-store.ts'

type KeptRequest = LoggedRequest & Readonly<{ tenant: Tenant }>

export type RequestKeeper = Readonly<{
  /** Whether there is room for one more request of this key in this second. A busy key has a sample of its requests in the log. */
  wants(keyId: string, status: number): boolean
  /** Keeps a request in memory until the next write. Never waits and never throws. */
  keep(request: Omit<KeptRequest, 'at'>): void
  /** Writes what is kept. */
  flush(): Promise<void>
  /** Writes the rest and stops. */
  stop(): Promise<void>
}>

const WRITTEN_EVERY_MS = 1_000
// Often, so that each time deletes few rows.
const TRIMMED_EVERY_MS = 10_000
// Failures have room of their own, so that many successes do not hide them.
const MOST_OF_KEY = 25
const MOST_KEPT = 2_000

type Room = { succeeded: number; failed: number }

/**
 * Keeps finished requests and writes them together every second, outside the requests' own path. What a crash or a failed write loses is
 * lost: the log helps developers, and no decision reads it.
 */
export function createRequestKeeper(deps: {
  pool: Pool
  clock: Clock
  onLost?: (error: unknown) => void
}): RequestKeeper {
  const { pool, clock } = deps
  let kept: KeptRequest[] = []
  let rooms = new Map<string, Room>()
  const written = new Set<string>()
  let trimAtMs = 0
  let writing: Promise<void> | undefined

  const write = async (requests: readonly KeptRequest[]): Promise<void> => {
    await insertRequests(pool, requests)
    for (const { tenant } of requests) written.add(tenant.businessId)
    const now = clock.now()
    if (now.getTime() < trimAtMs) return
    trimAtMs = now.getTime() + TRIMMED_EVERY_MS
    const businessIds = [...written]
    written.clear()
    await trimRequestLog(pool, businessIds, now)
  }

  const flush = async (): Promise<void> => {
    // A slow database gets one write at a time. Meanwhile the rooms stay full, so the memory is bounded.
    if (writing !== undefined || kept.length === 0) return writing
    const requests = kept
    kept = []
    rooms = new Map()
    writing = write(requests)
      .catch((error: unknown) => deps.onLost?.(error))
      .finally(() => {
        writing = undefined
      })
    return writing
  }
  const timer = setInterval(() => void flush(), WRITTEN_EVERY_MS)
  timer.unref()

  return {
    wants: (keyId, status) => {
      let room = rooms.get(keyId)
      if (room === undefined) {
        room = { succeeded: 0, failed: 0 }
        rooms.set(keyId, room)
      }
      if (kept.length >= MOST_KEPT) return false
      return (status < 400 ? room.succeeded++ : room.failed++) < MOST_OF_KEY
    },
    keep: (request) => kept.push({ ...request, at: clock.now() }),
    flush,
    stop: async () => {
      clearInterval(timer)
      await writing
      await flush()
    },
  }
}
