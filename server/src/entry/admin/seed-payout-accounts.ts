import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Pool } from '../../kernel/postgres/pool.ts'
import { seedPayoutAccounts, seedPayoutFunds } from './seed-data.ts'

/** Opens the test accounts that pay, with their naira in the books. Whoever raises the bank puts there what the books say. Safe to repeat. */
export async function ensurePayoutAccounts({ pool, clock }: { pool: Pool; clock: Clock }): Promise<void> {
  await inTransaction(pool, async (sql) => {
    for (const { id, vendor, name, accountNumber } of seedPayoutAccounts) {
      const { rowCount } = await sql.query('select from payout_account where id = $1', [id])
      if (rowCount !== 0) continue
      const at = clock.now()
      await sql.query(`select open_payout_account($1, 'test', $2, $3, $4, $5)`, [
        id,
        vendor,
        name,
        accountNumber,
        at,
      ])
      await sql.query(`select fund_payout_account($1, $2, $3, 'the seed', 'system:seed', $4)`, [
        newId(),
        id,
        seedPayoutFunds.minor.toString(),
        at,
      ])
    }
  })
}
