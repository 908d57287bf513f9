import type { Command } from 'commander'
import { moveVendorAccount } from '../../records/banks/move-vendor-account.ts'
import { askForMove, requireAccount } from './ask-for-move.ts'
import type { OpsSession } from './ops-session.ts'
import { printAsked } from './print-asked.ts'

type Reason = { reason: string }

/** An account at a bank is frozen by its own state, beside what else can be frozen. */
export function addAccountFreezeCommands(freeze: Command, unfreeze: Command, session: OpsSession): void {
  freeze
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
          `${accountId} is frozen: its lines are still recorded, nothing is matched, and nothing leaves that it paid for.`,
          `Next, when it is understood: npx afara ops unfreeze account ${accountId} --reason "…"`,
        )
      })
    })

  unfreeze
    .command('account <vac>')
    .requiredOption('--reason <text>', 'what was found out')
    .action(async (accountId: string, { reason }: Reason) => {
      await session.run(async (deps) => {
        session.print(...printAsked(await askForMove(deps, { accountId, to: 'active', reason })))
      })
    })
}
