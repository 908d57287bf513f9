import type { Command } from 'commander'
import { Refusal } from '../../kernel/refusal.ts'
import { selectVisibleAccounts } from '../../records/banks/vendor-account-store.ts'
import { printAccounts } from './account-list.ts'
import { askForMove } from './ask-for-move.ts'
import type { OpsSession } from './ops-session.ts'
import { printAsked } from './print-asked.ts'

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
