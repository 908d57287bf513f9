import { asTenant, type Pool, type Tenant } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { VendorAccount } from '../../records/banks/vendor-account.ts'
import { findVendorAccountById } from '../../records/banks/vendor-account-store.ts'
import { type Buy, findBuy } from '../../records/transactions/buy-store.ts'
import { findSell, type Sell } from '../../records/transactions/sell-store.ts'
import { findWithdrawal, type Withdrawal } from '../../records/transactions/withdrawal-store.ts'

export type ReadTransaction =
  | Readonly<{ type: 'buy'; buy: Buy; paidInto: VendorAccount }>
  | Readonly<{ type: 'sell'; sell: Sell }>
  | Readonly<{ type: 'withdrawal'; withdrawal: Withdrawal }>

/** A buy, a sell or a withdrawal as it is now. Another business's does not exist for this one. */
export async function readTransaction(pool: Pool, tenant: Tenant, id: string): Promise<ReadTransaction> {
  return asTenant(pool, tenant, async (sql) => {
    const buy = await findBuy(sql, id)
    if (buy !== undefined) {
      const paidInto = await findVendorAccountById(sql, buy.vendorAccountId)
      if (paidInto !== undefined) return { type: 'buy', buy, paidInto }
    }
    const sell = await findSell(sql, id)
    if (sell !== undefined) return { type: 'sell', sell }
    const withdrawal = await findWithdrawal(sql, id)
    if (withdrawal !== undefined) return { type: 'withdrawal', withdrawal }
    throw new Refusal('transaction_unknown', 'There is no such transaction.')
  })
}
