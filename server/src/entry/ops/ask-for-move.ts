import { requireMove } from '../../flows/cases/carry-out.ts'
import { requestChange } from '../../flows/cases/propose-resolution.ts'
import { parseId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { VendorAccount } from '../../records/banks/vendor-account.ts'
import { findVendorAccountById } from '../../records/banks/vendor-account-store.ts'
import type { OpsDeps } from './ops-session.ts'

/** Asks for a move of an account of ours that takes two. Returns the case. */
export async function askForMove(
  deps: OpsDeps,
  input: { accountId: string; to: 'active' | 'draining' | 'closed'; reason: string },
): Promise<string> {
  const account = await requireAccount(deps.pool, input.accountId)
  await requireMove(deps.pool, account, input.to)
  return requestChange(deps, {
    operatorId: deps.operator.id,
    reason: input.reason,
    change: {
      mode: account.mode,
      vendorAccountId: account.id,
      summary: `Make ${account.accountNumber} (${account.name}) ${input.to}; it is ${account.state}.`,
      resolution: { action: 'move_account', to: input.to },
    },
  })
}

export async function requireAccount(sql: Sql, accountId: string): Promise<VendorAccount> {
  const id = parseId('vendorAccount', accountId)
  const account = id === undefined ? undefined : await findVendorAccountById(sql, id)
  if (account !== undefined) return account
  throw new Refusal(
    'vendor_account_unknown',
    `There is no vendor account "${accountId}": copy its id (vac_…) from "npx afara ops account list".`,
  )
}
