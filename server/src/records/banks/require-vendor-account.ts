import { parseId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { VendorAccount } from './vendor-account.ts'
import { lockVendorAccount } from './vendor-account-store.ts'

/** The account that a person named by its id, locked until the caller's transaction ends. */
export async function requireVendorAccount(sql: Sql, accountId: string): Promise<VendorAccount> {
  const id = parseId('vendorAccount', accountId)
  const account = id === undefined ? undefined : await lockVendorAccount(sql, id)
  if (account !== undefined) return account
  throw new Refusal(
    'vendor_account_unknown',
    `There is no vendor account "${accountId}": give its id (vac_…).`,
  )
}
