import { formatId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { assert, Refusal } from '../../kernel/refusal.ts'
import type { VendorAccountState } from '../../records/banks/vendor-account.ts'
import {
  lockVendorAccount,
  selectEdgesFrom,
  updateVendorAccountState,
} from '../../records/banks/vendor-account-store.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'

/** Moves an account of ours, as two operators decided. The database knows which moves there are. */
export async function carryOutMove(sql: Sql, file: CaseFile, to: VendorAccountState): Promise<void> {
  const account =
    file.vendorAccountId === null ? undefined : await lockVendorAccount(sql, file.vendorAccountId)
  assert(account !== undefined, 'a request to move an account names it')
  const edges = await selectEdgesFrom(sql, account.state)
  if (!edges.some((edge) => edge.to === to)) {
    throw new Refusal(
      'vendor_account_move_refused',
      `${formatId('vendorAccount', account.id)} is ${account.state}: it can become ${edges.map((edge) => edge.to).join(', ') || 'nothing else'}.`,
    )
  }
  await updateVendorAccountState(sql, account.id, to)
}
