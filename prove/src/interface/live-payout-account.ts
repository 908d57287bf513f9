import { newId } from '@afara/server/kernel/ids/ids.ts'
import type { HouseDeps } from './parties.ts'

/** Opens a payout account in live mode. The seed has none, and a sell needs one. */
export async function openLivePayoutAccount({ pool, clock }: HouseDeps): Promise<void> {
  const [id, at] = [newId(), clock.now()]
  await pool.query(`select open_payout_account($1, 'live', 'paystack', 'for a proof', null, $2)`, [id, at])
  await pool.query(`select fund_payout_account($1, $2, 100000000000, 'a proof', 'system:proof', $3)`, [
    newId(),
    id,
    at,
  ])
}
