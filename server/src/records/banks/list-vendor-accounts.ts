import type { Mode } from '../../kernel/mode.ts'
import { asTenant, type Pool, type Tenant } from '../../kernel/postgres/pool.ts'
import { listedAccounts, type VendorAccount } from './vendor-account.ts'
import { selectVisibleAccounts } from './vendor-account-store.ts'

/**
 * The accounts of one mode that a business's buyers may pay into. A live key may also ask for the test accounts;
 * nothing shows a live account to a test key.
 */
export async function listVendorAccounts(pool: Pool, tenant: Tenant, mode: Mode): Promise<VendorAccount[]> {
  const visible = await asTenant(pool, tenant, selectVisibleAccounts)
  return listedAccounts(visible, mode)
}
