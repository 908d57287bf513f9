import { formatId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { assert, Refusal } from '../../kernel/refusal.ts'
import type { VendorAccount, VendorAccountState } from '../../records/banks/vendor-account.ts'
import {
  lockVendorAccount,
  selectEdgesFrom,
  updateVendorAccountState,
} from '../../records/banks/vendor-account-store.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'
import { carryOutInRecord } from '../../records/cases/case-step-store.ts'
import type { Resolution } from '../../records/cases/resolution.ts'

/** Carries out a decision in the commit that approves it. Throws when that is impossible, which rolls back the approval. */
export async function carryOut(sql: Sql, file: CaseFile, resolution: Resolution, at: Date): Promise<void> {
  switch (resolution.action) {
    case 'move_account':
      return carryOutMove(sql, file, resolution.to)
    case 'dismiss':
      return assert(false, 'the dismissal of a case must not need an approval')
    default:
      return carryOutInRecord(sql, file.id, resolution.action, at)
  }
}

/** Changes the state of one of our accounts, as two operators decided. */
async function carryOutMove(sql: Sql, file: CaseFile, to: VendorAccountState): Promise<void> {
  const account =
    file.vendorAccountId === null ? undefined : await lockVendorAccount(sql, file.vendorAccountId)
  assert(account !== undefined, 'a request to change the state of an account must name the account')
  await requireMove(sql, account, to)
  await updateVendorAccountState(sql, account.id, to)
}

/** Throws a refusal for a state change that the database does not allow. Called before the proposal and again when it is carried out. */
export async function requireMove(sql: Sql, account: VendorAccount, to: VendorAccountState): Promise<void> {
  const edges = await selectEdgesFrom(sql, account.state)
  if (edges.some((edge) => edge.to === to)) return
  const shown = formatId('vendorAccount', account.id)
  throw new Refusal(
    'vendor_account_move_refused',
    account.state === to
      ? `${shown} is already ${to}. Nothing was done.`
      : `${shown} is ${account.state}. It can change to ${edges.map((edge) => edge.to).join(', ') || 'nothing else'}.`,
  )
}
