import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { patiently } from '../credits/patiently.ts'

/**
 * Makes scheduled checks due now, in the database only, as if time passed faster. The checks themselves and the required distance between
 * two answers of a bank stay unchanged. Only the waiting time in between is skipped.
 */
export async function hasten(owner: Pool): Promise<void> {
  await patiently(async () => {
    await owner.query(
      `update payout set next_look_at = clock_timestamp() where next_look_at > clock_timestamp() and money_back_at is null`,
    )
    await owner.query(
      `update wake w set due_at = clock_timestamp() where w.due_at > clock_timestamp() and (w.type = 'payout-account'
         or w.type = 'sell' and exists (select from transaction t where t.id = w.subject_id
           and t.status in ('deposit_received', 'cleared', 'payout_failed')))`,
    )
  })
}
