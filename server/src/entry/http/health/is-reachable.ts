import { within } from '../../../kernel/clock/within.ts'
import type { Pool } from '../../../kernel/postgres/pool.ts'

const ANSWERS_WITHIN_MS = 2_000

/** Whether the record answers. */
export async function isReachable(pool: Pool): Promise<boolean> {
  return within(ANSWERS_WITHIN_MS, pool.query('select 1')).then(
    () => true,
    () => false,
  )
}
