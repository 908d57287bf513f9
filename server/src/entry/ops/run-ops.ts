import type { Command } from 'commander'
import { createProgram, runProgram } from '../command-line/run-program.ts'
import { addBusinessCommands } from './businesses/business-commands.ts'
import { addGoLiveCommands } from './businesses/go-live-commands.ts'
import { addKeyCommands } from './businesses/key-commands.ts'
import { addCasesCommand, addNoteCommands } from './cases/case-commands.ts'
import { addDecisionCommands } from './cases/decision-commands.ts'
import { addAccountCommands } from './collections/account-commands.ts'
import { addCreditsCommand } from './collections/credits-command.ts'
import { addExposureCapCommand } from './collections/exposure-cap-command.ts'
import { addImportStatementCommand } from './collections/import-statement-command.ts'
import { actionOfCommand } from './command-actions.ts'
import { addFreezeCommands } from './freezes/freeze-commands.ts'
import { addLienCommands } from './freezes/lien-commands.ts'
import { addMemberCommands } from './members/member-commands.ts'
import { addOperatorCommands } from './operators/operator-commands.ts'
import { createOpsSession, type OpsHost } from './ops-session.ts'
import { addPayoutCommands } from './payouts/payout-commands.ts'
import { addReturnCommands } from './payouts/return-commands.ts'
import { addPolicyCommands } from './policy/policy-commands.ts'
import { addStandingCommands } from './policy/standing-commands.ts'
import { addRateCommands } from './rates/rate-commands.ts'
import { addShowCommand } from './show/show-command.ts'
import { escapeLinesForTerminal } from './terminal-text.ts'
import { addJournalCommand } from './transfers/journal-command.ts'
import { addLaneCommands } from './transfers/lane-commands.ts'
import { addAdoptCommand, addWriteOffCommand } from './transfers/restore-commands.ts'
import { addWalletCommand } from './transfers/wallet-command.ts'
import { addFloatCommand } from './treasury/float-command.ts'
import { addMarginCommand } from './treasury/margin-command.ts'
import { addMoveCommands } from './treasury/move-commands.ts'
import { addReconciliationCommands } from './treasury/reconciliation-commands.ts'
import { addVendorCommands } from './treasury/vendor-commands.ts'

/** Runs one command and returns the exit code. Each command is one commit, so a refused command has changed nothing. */
export async function runOps(args: readonly string[], host: OpsHost): Promise<number> {
  // A refusal may contain text that a payer typed.
  const printError = (text: string): void => host.printError(escapeLinesForTerminal(text))
  return runProgram(createOps(host), args, { print: (text) => host.print(text), printError })
}

export function createOps(host: OpsHost): Command {
  const program = createProgram('afara', 'The Afara command line.', host)
  const ops = program
    .command('ops')
    .description(
      'Operator commands for incoming and outgoing money. Every command acts as the operator who is signed in. ' +
        'Commands that move money need two operators, who each sign with their passkey.',
    )
  ops.hook('preAction', (_ops, command) => host.authorise(actionOfCommand(command)))
  const session = createOpsSession(host)
  addTerminalCommands(ops)
  addCasesCommand(ops, session)
  addShowCommand(ops, session, host)
  addCreditsCommand(ops, session)
  addNoteCommands(ops, session, host)
  addDecisionCommands(ops, session, host)
  addFreezeCommands(ops, session)
  addBusinessCommands(ops, session, host)
  addGoLiveCommands(ops, session, host)
  addKeyCommands(ops, session, host)
  addOperatorCommands(ops, session)
  addMemberCommands(ops, session)
  addRateCommands(ops, session)
  addAccountCommands(ops, session)
  addLaneCommands(ops, session, host)
  addPayoutCommands(ops, session)
  addReturnCommands(ops, session)
  addFloatCommand(ops, session)
  addMarginCommand(ops, session)
  addVendorCommands(ops, session)
  addMoveCommands(ops, session)
  addWalletCommand(ops, session, host)
  addAdoptCommand(ops, session, host)
  addWriteOffCommand(ops, session)
  addJournalCommand(ops, session, host)
  addImportStatementCommand(ops, session, host)
  addLienCommands(ops, session)
  addExposureCapCommand(ops, session)
  addPolicyCommands(ops, session)
  addStandingCommands(ops, session)
  addReconciliationCommands(ops, session)
  return program
}

/** The terminal carries these out itself. They are here for the help. */
function addTerminalCommands(ops: Command): void {
  ops.command('login').description('sign in with your passkey')
  ops.command('logout').description('end your session')
  ops.command('whoami').description('show who is signed in, and their roles')
}
