import { Command, CommanderError } from 'commander'
import { Refusal } from '../../kernel/refusal.ts'
import { addAccountCommands } from './account-commands.ts'
import { addCapCommand } from './cap-command.ts'
import { addCasesCommand } from './cases-command.ts'
import { addCreditsCommand } from './credits-command.ts'
import { addDecisionCommands } from './decision-commands.ts'
import { addImportCommand } from './import-command.ts'
import { addLienCommands } from './lien-commands.ts'
import { addNoteCommands } from './note-commands.ts'
import { createOpsSession, type OpsHost } from './ops-session.ts'
import { addShowCommand } from './show-command.ts'
import { linesToTerminal } from './terminal-text.ts'

/** Runs one command and returns the exit code. Each is one commit: one that was refused has changed nothing. */
export async function runOps(args: readonly string[], host: OpsHost): Promise<number> {
  try {
    await createProgram(host).parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has said what is wrong already.
    if (error instanceof CommanderError) return error.exitCode
    host.printError(linesToTerminal(explain(error)))
    return 1
  }
}

function createProgram(host: OpsHost): Command {
  const program = new Command('afara')
    .description('Afara at the command line.')
    .exitOverride()
    .showHelpAfterError('(add --help to see the options)')
    .configureOutput({
      writeOut: (text) => host.print(text.trimEnd()),
      writeErr: (text) => host.printError(text.trimEnd()),
    })
  const ops = program
    .command('ops')
    .description(
      'What people decide about money that came in. Every command acts as the operator whose key is in ' +
        'AFARA_OPERATOR_KEY; what moves money takes two.',
    )
  const session = createOpsSession(host)
  addCasesCommand(ops, session)
  addShowCommand(ops, session)
  addCreditsCommand(ops, session)
  addNoteCommands(ops, session)
  addDecisionCommands(ops, session)
  addAccountCommands(ops, session)
  addImportCommand(ops, session, host)
  addLienCommands(ops, session)
  addCapCommand(ops, session)
  return program
}

function explain(error: unknown): string {
  if (error instanceof Refusal) return `Refused (${error.code}): ${error.message}`
  const { code, message } = error as { code?: string; message: string }
  if (code === 'ECONNREFUSED') {
    return 'The database does not answer: start it with "npm run dev", or check DATABASE_URL_OWNER.'
  }
  if (code === '42P01' || code === '3F000')
    return `${message}: the database is not migrated yet; run "npm run admin -- migrate".`
  if (code === '57014')
    return 'The database took too long, and nothing was changed: try again later. A statement: ask the bank for fewer days.'
  if (code === '55P03')
    return 'Somebody else works on the same account in this moment, and nothing was changed: try again in a minute.'
  // The connection may have been lost after the commit.
  return `Failed: ${message}. Look whether it was done (npx afara ops cases, show) before you try again.`
}
