import type { Tenant } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { listedAccounts, type VendorAccount } from '../../records/banks/vendor-account.ts'
import type { VendorAccountBook } from '../../records/banks/vendor-account-book.ts'

/** The account that a payer of this business is told of in test mode: the one with this number, or the first. */
export async function chooseAccount(
  accounts: VendorAccountBook,
  tenant: Tenant,
  wanted?: string,
): Promise<VendorAccount> {
  const listed = listedAccounts(await accounts.visibleTo(tenant), tenant.mode)
  const found = listed.find(({ accountNumber }) => wanted === undefined || accountNumber === wanted)
  if (found !== undefined) return found
  if (wanted === undefined) throw new Refusal('sandbox_unavailable', 'There is no test account to pay into.')
  throw new Refusal('unknown_vendor', 'No test account has this number: take one from the list of vendors.')
}
