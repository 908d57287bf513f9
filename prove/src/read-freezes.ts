import type { Pool } from '@afara/server/kernel/postgres/pool.ts'

/**
 * Returns every freeze and halt of a run, with its reason. Freezes that were lifted are included, except those of payout accounts and
 * lanes.
 */
export async function readFreezes(owner: Pool): Promise<readonly string[]> {
  const { rows } = await owner.query<{ words: string }>(
    `select concat_ws(' ', 'frozen:', scope, subject, reason) as words from freeze_order
     union all select concat_ws(' ', 'frozen:', subject, reason) from audit
       where action = 'vendor_account.moved' and details ->> 'to' = 'frozen'
     union all select concat_ws(' ', 'frozen: payout account', name, frozen_because) from payout_account where state = 'frozen'
     union all select concat_ws(' ', 'halted: lane', network, number, halted_because) from lane where state = 'halted'`,
  )
  return rows.map(({ words }) => words)
}
