import { within } from '../clock/clock.ts'
import type { Pool } from './pool.ts'

const ANSWER_TIMEOUT_MS = 2_000

const underWay = new WeakMap<Pool, Promise<boolean>>()

/**
 * Whether the database answers. Concurrent calls share one query: the health endpoint needs no key, and many requests to it must not use up
 * the connections that payments need.
 */
export async function isReachable(pool: Pool): Promise<boolean> {
  let answer = underWay.get(pool)
  if (answer === undefined) {
    answer = within(ANSWER_TIMEOUT_MS, pool.query('select 1'))
      .then(
        () => true,
        () => false,
      )
      .finally(() => underWay.delete(pool))
    underWay.set(pool, answer)
  }
  return answer
}

/** Whether the database server is on this machine. */
export async function isLocalServer(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ local: boolean }>(
    `select coalesce(inet_server_addr() <<= any (array['127.0.0.0/8', '::1/128']::inet[]), true) as local`,
  )
  return rows[0]?.local === true
}
