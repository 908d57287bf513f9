import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { patiently } from '../credits/patiently.ts'

/**
 * As if time went faster: what is to be looked at later is due now, in the record alone. What a look does, and how far apart two answers
 * of a bank must be, is as ever; only nobody waits in between for a minute to pass.
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
