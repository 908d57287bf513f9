import { formatId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { assert, Refusal } from '../../kernel/refusal.ts'
import type { VendorAccount, VendorAccountState } from '../../records/banks/vendor-account.ts'
import { selectEdgesFrom } from '../../records/banks/vendor-account-store.ts'
import { carryOutInRecord } from '../../records/cases/carry-out-store.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'
import type { Resolution } from '../../records/cases/resolution.ts'

/** Carries out a decision in the commit that approves it. Throws when that is impossible, which rolls back the approval. */
export async function carryOut(sql: Sql, file: CaseFile, resolution: Resolution, at: Date): Promise<void> {
  assert(resolution.action !== 'dismiss', 'the dismissal of a case must not need an approval')
  return carryOutInRecord(sql, file.id, resolution.action, at)
}

/** Throws a refusal for a state change that the database does not allow. Called before the proposal. */
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
