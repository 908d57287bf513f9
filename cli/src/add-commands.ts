import type { Command } from 'commander'
import { addBalanceCommand } from './commands/balance-command.ts'
import { addBanksCommand } from './commands/banks-command.ts'
import { addBatchCommand } from './commands/batch-command.ts'
import { addBuyCommand } from './commands/buy-command.ts'
import { addCaseCommands } from './commands/case-commands.ts'
import { addCertifyCommand } from './commands/certify-command.ts'
import { addDeliveryCommands } from './commands/delivery-commands.ts'
import { addEndpointCommands } from './commands/endpoint-commands.ts'
import { addEventsCommand } from './commands/events-command.ts'
import { addExpectCommand } from './commands/expect-command.ts'
import { addFileCommands } from './commands/file-commands.ts'
import { addListCommand } from './commands/list-command.ts'
import { addListenCommand } from './commands/listen-command.ts'
import { addLoginCommand } from './commands/login-command.ts'
import { addNumberCommand } from './commands/number-command.ts'
import { addPayLinkCommand } from './commands/pay-link-command.ts'
import { addRatesCommand } from './commands/rates-command.ts'
import { addSandboxCommands } from './commands/sandbox-commands.ts'
import { addSellCommand } from './commands/sell-command.ts'
import { addShowCommand } from './commands/show-command.ts'
import { addTimelineCommand } from './commands/timeline-command.ts'
import { addVendorsCommand } from './commands/vendors-command.ts'
import { addWhereisCommand } from './commands/whereis-command.ts'
import { addWhoamiCommand } from './commands/whoami-command.ts'
import { addWithdrawCommand } from './commands/withdraw-command.ts'
import type { Runner } from './runner.ts'

const groups: ReadonlyArray<
  readonly [title: string, add: ReadonlyArray<(to: Command, runner: Runner) => void>]
> = [
  ['Begin:', [addLoginCommand, addWhoamiCommand]],
  [
    'Money:',
    [
      addBuyCommand,
      addExpectCommand,
      addSellCommand,
      addBatchCommand,
      addWithdrawCommand,
      addPayLinkCommand,
      addNumberCommand,
      addCaseCommands,
      addBalanceCommand,
    ],
  ],
  [
    'Find a transaction:',
    [addListCommand, addShowCommand, addTimelineCommand, addWhereisCommand, addFileCommands],
  ],
  ['Banks and rates:', [addVendorsCommand, addBanksCommand, addRatesCommand]],
  ['Events and webhooks:', [addListenCommand, addEventsCommand, addEndpointCommands, addDeliveryCommands]],
  ['Test mode:', [addSandboxCommands, addCertifyCommand]],
]

/** Adds the commands in the order of the help. */
export function addCommands(program: Command, runner: Runner): void {
  for (const [title, adds] of groups) {
    program.commandsGroup(title)
    for (const add of adds) add(program, runner)
  }
}
