import type { Command } from 'commander'
import { requestChange } from '../../flows/cases/request-change.ts'
import { requireMove } from '../../flows/cases/require-move.ts'
import { parseId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { moveVendorAccount } from '../../records/banks/move-vendor-account.ts'
import type { VendorAccount } from '../../records/banks/vendor-account.ts'
import { findVendorAccountById, selectVisibleAccounts } from '../../records/banks/vendor-account-store.ts'
import { printAccounts } from './account-list.ts'
import type { OpsDeps, OpsSession } from './ops-session.ts'
import { printAsked } from './print-asked.ts'

type Reason = { reason: string }

/** Stopping an account is for one person at once; everything else about it takes two. */
export function addAccountCommands(ops: Command, session: OpsSession): void {
  ops
    .command('freeze')
    .description('stop something at once')
    .command('account <vac>')
    .description('nothing about this account goes on by itself')
    .requiredOption('--reason <text>', 'why')
    .action(async (accountId: string, { reason }: Reason) => {
      await session.run(async ({ pool, operator }) => {
        const { state } = await requireAccount(pool, accountId)
        if (state === 'frozen') return session.print(`${accountId} is frozen already.`)
        await moveVendorAccount(pool, {
          accountId,
          to: 'frozen',
          actor: operator.email,
          approver: undefined,
          reason,
        })
        session.print(
          `${accountId} is frozen: its lines are still recorded, and nothing is matched.`,
          `Next, when it is understood: npx afara ops unfreeze account ${accountId} --reason "…"`,
        )
      })
    })

  ops
    .command('unfreeze')
    .description('let something go on; takes two operators')
    .command('account <vac>')
    .requiredOption('--reason <text>', 'what was found out')
    .action(async (accountId: string, { reason }: Reason) => {
      await session.run(async (deps) => {
        session.print(...printAsked(await askForMove(deps, { accountId, to: 'active', reason })))
      })
    })

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

async function askForMove(
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

async function requireAccount(sql: Sql, accountId: string): Promise<VendorAccount> {
  const id = parseId('vendorAccount', accountId)
  const account = id === undefined ? undefined : await findVendorAccountById(sql, id)
  if (account !== undefined) return account
  throw new Refusal(
    'vendor_account_unknown',
    `There is no vendor account "${accountId}": copy its id (vac_…) from "npx afara ops account list".`,
  )
}
