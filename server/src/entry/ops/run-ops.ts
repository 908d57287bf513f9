import type { Command } from 'commander'
import { createProgram, runProgram } from '../command-line/run-program.ts'
import { addAccountCommands } from './account-commands.ts'
import { addAdoptCommand } from './adopt-command.ts'
import { addCapCommand } from './cap-command.ts'
import { addCasesCommand } from './cases-command.ts'
import { addCloseCommands } from './close-command.ts'
import { addCreditsCommand } from './credits-command.ts'
import { addDecisionCommands } from './decision-commands.ts'
import { addFloatCommand } from './float-command.ts'
import { addFreezeCommands } from './freeze-commands.ts'
import { addImportCommand } from './import-command.ts'
import { addLaneCommands } from './lane-commands.ts'
import { addLienCommands } from './lien-commands.ts'
import { addMoveCommands } from './move-commands.ts'
import { addNoteCommands } from './note-commands.ts'
import { createOpsSession, type OpsHost } from './ops-session.ts'
import { addPayoutCommands } from './payout-commands.ts'
import { addShowCommand } from './show-command.ts'
import { linesToTerminal } from './terminal-text.ts'
import { addWalletCommand } from './wallet-command.ts'
import { addWriteOffCommand } from './write-off-command.ts'

/** Runs one command and returns the exit code. Each is one commit: one that was refused has changed nothing. */
export async function runOps(args: readonly string[], host: OpsHost): Promise<number> {
  // What a payer typed may stand in a refusal too.
  const printError = (text: string): void => host.printError(linesToTerminal(text))
  return runProgram(createOps(host), args, { print: (text) => host.print(text), printError })
}

function createOps(host: OpsHost): Command {
  const program = createProgram('afara', 'Afara at the command line.', host)
  const ops = program
    .command('ops')
    .description(
      'What people decide about money that comes in and goes out. Every command acts as the operator whose key is in ' +
        'AFARA_OPERATOR_KEY; what moves money takes two.',
    )
  const session = createOpsSession(host)
  addCasesCommand(ops, session)
  addShowCommand(ops, session, host)
  addCreditsCommand(ops, session)
  addNoteCommands(ops, session)
  addDecisionCommands(ops, session, host)
  addFreezeCommands(ops, session)
  addAccountCommands(ops, session)
  addLaneCommands(ops, session, host)
  addPayoutCommands(ops, session)
  addFloatCommand(ops, session)
  addMoveCommands(ops, session)
  addWalletCommand(ops, session, host)
  addAdoptCommand(ops, session, host)
  addWriteOffCommand(ops, session)
  addImportCommand(ops, session, host)
  addLienCommands(ops, session)
  addCapCommand(ops, session)
  addCloseCommands(ops, session)
  return program
}
