import type { Command } from 'commander'
import { requireMove } from '../../../flows/cases/carry-out.ts'
import { formatId, parseId } from '../../../kernel/ids/ids.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { accountFeeds, parseFeed, type VendorAccount } from '../../../records/banks/vendor-account.ts'
import { findVendorAccountById, selectVisibleAccounts } from '../../../records/banks/vendor-account-store.ts'
import { describeResolution } from '../cases/describe-resolution.ts'
import { addOpenAccount } from '../open-commands.ts'
import type { OpsDeps, OpsSession } from '../ops-session.ts'
import { requestApproval } from '../request-approval.ts'
import { formatTable } from '../terminal-text.ts'

/** One operator can freeze an account at once. Every other change of an account needs two operators. */
export function addAccountCommands(ops: Command, session: OpsSession): void {
  const account = ops
    .command('account')
    .description('manage vendor accounts: our accounts that buyers pay into')

  account
    .command('list')
    .description('list all accounts with their ids')
    .action(async () => {
      await session.run(async ({ pool }) => {
        session.print(...formatAccounts(await selectVisibleAccounts(pool)))
      })
    })

  addOpenAccount(account, session)
  addFeedCommand(account, session)

  account
    .command('move <vac>')
    .description('change the state of an account; needs two operators')
    .requiredOption('--to <state>', 'active, draining or closed')
    .requiredOption('--reason <text>', 'why')
    .action(async (accountId: string, { to, reason }: { to: string; reason: string }) => {
      if (to !== 'active' && to !== 'draining' && to !== 'closed') {
        throw new Refusal(
          'state_unknown',
          `An account can be moved to active, draining or closed, not "${to}". To freeze it: npx afara ops freeze account ${accountId}.`,
        )
      }
      await session.run(async (deps) => {
        session.print(...(await requestAccountMove(deps, { accountId, to, reason })))
      })
    })
}

function addFeedCommand(account: Command, session: OpsSession): void {
  account
    .command('feed <vac>')
    .description('set the provider that reports the credits of an account; needs two operators')
    .requiredOption('--feed <vendor>', `${accountFeeds.join(', ')}, or "none" for imported statements only`)
    .requiredOption('--reason <text>', 'why')
    .action(async (accountId: string, options: { feed: string; reason: string }) => {
      const feed = parseFeed(options.feed)
      await session.run(async (deps) => {
        const { id, mode, accountNumber, name } = await requireVendorAccount(deps.pool, accountId)
        const resolution = { action: 'set_feed', feed } as const
        const lines = await requestApproval(deps, options.reason, {
          mode,
          vendorAccountId: id,
          summary: `For ${accountNumber} (${name}): ${describeResolution(resolution)}.`,
          resolution,
        })
        session.print(
          ...lines,
          "Recorded credits stay. After the approval, import the bank's statement to find missed ones.",
        )
      })
    })
}

/** Requests a change of state that needs two operators. Returns the lines to print. */
export async function requestAccountMove(
  deps: OpsDeps,
  input: { accountId: string; to: 'active' | 'draining' | 'closed'; reason: string },
): Promise<string[]> {
  const account = await requireVendorAccount(deps.pool, input.accountId)
  await requireMove(deps.pool, account, input.to)
  return requestApproval(deps, input.reason, {
    mode: account.mode,
    vendorAccountId: account.id,
    summary: `Set ${account.accountNumber} (${account.name}) to ${input.to}. It is ${account.state} now.`,
    resolution: { action: 'move_account', to: input.to },
  })
}

export async function requireVendorAccount(sql: Sql, accountId: string): Promise<VendorAccount> {
  const id = parseId('vendorAccount', accountId)
  const account = id === undefined ? undefined : await findVendorAccountById(sql, id)
  if (account !== undefined) return account
  throw new Refusal(
    'vendor_account_unknown',
    `No vendor account is called "${accountId}". Copy its id (vac_…) from "npx afara ops account list".`,
  )
}

/** Lists our accounts with the ids that other commands need. */
function formatAccounts(accounts: readonly VendorAccount[]): string[] {
  return formatTable(
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
