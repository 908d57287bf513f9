import { within } from '../../../kernel/clock/within.ts'
import type { Pool } from '../../../kernel/postgres/pool.ts'

const ANSWERS_WITHIN_MS = 2_000

const underWay = new WeakMap<Pool, Promise<boolean>>()

/**
 * Whether the record answers. Those who ask while it is being asked are told the same: health needs no key, and a crowd
 * that asks for it must not take the connections that payments need.
 */
export async function isReachable(pool: Pool): Promise<boolean> {
  let answer = underWay.get(pool)
  if (answer === undefined) {
    answer = within(ANSWERS_WITHIN_MS, pool.query('select 1'))
      .then(
        () => true,
        () => false,
      )
      .finally(() => underWay.delete(pool))
    underWay.set(pool, answer)
  }
  return answer
}
