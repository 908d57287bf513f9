import type { Sql } from '../../kernel/postgres/pool.ts'
import { assert } from '../../kernel/refusal.ts'
import type { VendorAccountState } from '../../records/banks/vendor-account.ts'
import { lockVendorAccount, updateVendorAccountState } from '../../records/banks/vendor-account-store.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'
import { requireMove } from './require-move.ts'

/** Moves an account of ours, as two operators decided. */
export async function carryOutMove(sql: Sql, file: CaseFile, to: VendorAccountState): Promise<void> {
  const account =
    file.vendorAccountId === null ? undefined : await lockVendorAccount(sql, file.vendorAccountId)
  assert(account !== undefined, 'a request to move an account names it')
  await requireMove(sql, account, to)
  await updateVendorAccountState(sql, account.id, to)
}
