import type { Clock } from '../../../kernel/clock/clock.ts'
import type { Pool, Tenant } from '../../../kernel/postgres/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { countOpenClaims } from './open-claims-store.ts'

/** Bounds the buys of a business that wait for naira. Every one is kept for weeks and compared with each credit of its account. */
export type OpenClaims = Readonly<{
  /** Counts a new buy. Throws a refusal if the business has too many. Never waits: the count is up to a minute old. */
  require(tenant: Tenant, requestsPerWindow: number): void
}>

/** A key with the usual limit of requests may leave a hundred thousand buys open. */
const CLAIMS_PER_REQUEST = 100
const COUNT_TTL_MS = 60_000
const MOST_TENANTS = 10_000

type Count = { open: number; since: number; countedAtMs: number; isCounting: boolean }

export function createOpenClaims(deps: {
  pool: Pool
  clock: Clock
  onError: (error: unknown) => void
}): OpenClaims {
  const { pool, clock } = deps
  const counts = new Map<string, Count>()

  const recount = async (tenant: Tenant, count: Count, most: number): Promise<void> => {
    count.isCounting = true
    const before = count.since
    try {
      count.open = await countOpenClaims(pool, tenant, most)
      count.since -= before
    } catch (error) {
      deps.onError(error)
    }
    count.countedAtMs = clock.now().getTime()
    count.isCounting = false
  }

  return {
    require: (tenant, requestsPerWindow) => {
      const most = requestsPerWindow * CLAIMS_PER_REQUEST
      const name = `${tenant.businessId}:${tenant.mode}`
      let count = counts.get(name)
      if (count === undefined) {
        if (counts.size >= MOST_TENANTS) counts.delete(counts.keys().next().value ?? '')
        count = { open: 0, since: 0, countedAtMs: Number.NEGATIVE_INFINITY, isCounting: false }
        counts.set(name, count)
      }
      const isOld = Math.abs(clock.now().getTime() - count.countedAtMs) > COUNT_TTL_MS
      if (isOld && !count.isCounting) void recount(tenant, count, most)
      if (count.open + count.since >= most)
        throw new Refusal(
          'rate_limited',
          `Your business has ${most} buys that nobody has paid yet. Send new ones when some of them are paid or have ended.`,
        )
      count.since += 1
    },
  }
}
