import type { Command } from 'commander'
import { requireMove } from '../../../flows/cases/carry-out.ts'
import { requestChange } from '../../../flows/cases/propose-resolution.ts'
import { formatId, parseId } from '../../../kernel/ids/ids.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { VendorAccount } from '../../../records/banks/vendor-account.ts'
import { findVendorAccountById, selectVisibleAccounts } from '../../../records/banks/vendor-account-store.ts'
import type { OpsDeps, OpsSession } from '../ops-session.ts'
import { printAsked } from '../request-approval.ts'
import { printTable } from '../terminal-text.ts'

type Reason = { reason: string }

/** Stopping an account is for one person at once (freeze); everything else about it takes two. */
export function addAccountCommands(ops: Command, session: OpsSession): void {
  const account = ops.command('account').description('accounts of ours that buyers pay into')

  account
    .command('list')
    .description('all of them, with their ids')
    .action(async () => {
      await session.run(async ({ pool }) => {
        session.print(...printAccounts(await selectVisibleAccounts(pool)))
      })
    })

  account
    .command('move <vac>')
    .description('change its state; takes two operators')
    .requiredOption('--to <state>', 'active, draining or closed')
    .requiredOption('--reason <text>', 'why')
    .action(async (accountId: string, { to, reason }: Reason & { to: string }) => {
      if (to !== 'active' && to !== 'draining' && to !== 'closed') {
        throw new Refusal(
          'state_unknown',
          `An account is moved to active, draining or closed, not "${to}"; to stop it: npx afara ops freeze account ${accountId}.`,
        )
      }
      await session.run(async (deps) => {
        session.print(...printAsked(await askForMove(deps, { accountId, to, reason })))
      })
    })
}

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

/** Accounts of ours with the ids that other commands want. */
function printAccounts(accounts: readonly VendorAccount[]): string[] {
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
