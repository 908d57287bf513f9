import { newId } from '../../../src/kernel/ids/ids.ts'
import type { Mode } from '../../../src/kernel/mode.ts'
import { money } from '../../../src/kernel/money/money.ts'
import type { Pool } from '../../../src/kernel/postgres/pool.ts'
import { business, capital, posting } from '../../../src/records/ledger/account.ts'
import { postEntry } from '../../../src/records/ledger/ledger-store.ts'

/** Credits more than all sells of a test together. */
export async function giveBalance(pool: Pool, businessId: string, mode: Mode): Promise<void> {
  await postEntry(pool, {
    id: newId(),
    mode,
    transactionId: null,
    step: 'test',
    at: new Date(),
    postings: [posting(capital, business(businessId), money('NGNC', 1_000_000_000_00n))],
  })
}

/** Opens a lane in each mode. */
export async function openLanes(pool: Pool): Promise<void> {
  for (const mode of ['live', 'test'] as const) {
    await pool.query(`select open_lane($1, $2, 'Polygon', 1, $3, 0, now())`, [newId(), mode, `0x${mode}`])
  }
}

/** Opens a payout account that can pay all sells of a test. */
export async function openPayoutAccount(pool: Pool, mode: Mode): Promise<void> {
  const [id, at] = [newId(), new Date()]
  await pool.query(`select open_payout_account($1, $2, 'paystack', $3, null, $4)`, [
    id,
    mode,
    `for ${id}`,
    at,
  ])
  await pool.query(`select fund_payout_account($1, $2, 100000000000, 'a test', 'system:test', $3)`, [
    newId(),
    id,
    at,
  ])
}
