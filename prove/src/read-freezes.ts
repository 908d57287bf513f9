import type { Pool } from '@afara/server/kernel/postgres/pool.ts'

/**
 * Returns every freeze and halt of a run, with its reason. Freezes that were lifted are included. A payout account or a lane keeps only its
 * present state, so a lifted freeze is read from the decision that resumed the account or lane. The decision counts even if the account or
 * lane was only draining.
 */
export async function readFreezes(owner: Pool): Promise<readonly string[]> {
  const { rows } = await owner.query<{ words: string }>(
    `select concat_ws(' ', 'frozen:', scope, subject, reason) as words from freeze_order
     union all select concat_ws(' ', 'frozen:', subject, reason) from audit
       where action = 'vendor_account.moved' and details ->> 'to' = 'frozen'
     union all select concat_ws(' ', 'frozen: payout account', name, frozen_because) from payout_account where state = 'frozen'
     union all select concat_ws(' ', 'resumed: payout account', a.name) from case_file c
       join payout_account a on a.id::text = c.resolution ->> 'account_id'
       where c.ended = 'approved' and c.resolution ->> 'action' = 'resume_payouts'
     union all select concat_ws(' ', 'halted: lane', network, number, halted_because) from lane where state = 'halted'
     union all select concat_ws(' ', 'resumed: lane', l.network, l.number) from case_file c
       join lane l on l.id::text = c.resolution ->> 'lane_id'
       where c.ended = 'approved' and c.resolution ->> 'action' in ('resume_lane', 'adopt')`,
  )
  return rows.map(({ words }) => words)
}
