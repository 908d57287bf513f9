import { formatId } from '../../kernel/ids/ids.ts'
import type { VendorAccount } from '../../records/banks/vendor-account.ts'
import { printTable } from './table.ts'

/** Accounts of ours with the ids that other commands want. */
export function printAccounts(accounts: readonly VendorAccount[]): string[] {
  return printTable(
    [
      { title: 'account', width: 36 },
      { title: 'number', width: 10 },
      { title: 'mode', width: 4 },
      { title: 'state', width: 8 },
      { title: 'name', width: 34 },
    ],
    accounts.map(({ id, accountNumber, mode, state, name }) => [
      formatId('vendorAccount', id),
      accountNumber,
      mode,
      state,
      name,
    ]),
  )
}
