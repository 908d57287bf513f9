import { formatId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { VendorAccount, VendorAccountState } from '../../records/banks/vendor-account.ts'
import { selectEdgesFrom } from '../../records/banks/vendor-account-store.ts'

/** Refuses a move of an account of ours that the database does not know, before it is asked for and when it is carried out. */
export async function requireMove(sql: Sql, account: VendorAccount, to: VendorAccountState): Promise<void> {
  const edges = await selectEdgesFrom(sql, account.state)
  if (edges.some((edge) => edge.to === to)) return
  const shown = formatId('vendorAccount', account.id)
  throw new Refusal(
    'vendor_account_move_refused',
    account.state === to
      ? `${shown} is ${to} already: there is nothing to do.`
      : `${shown} is ${account.state}: it can become ${edges.map((edge) => edge.to).join(', ') || 'nothing else'}.`,
  )
}
