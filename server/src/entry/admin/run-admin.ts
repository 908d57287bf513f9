import { Command, CommanderError } from 'commander'
import { Refusal } from '../../kernel/refusal.ts'
import { type AdminHost, createAdminSession } from './admin-session.ts'
import { addBusinessCommands } from './business-commands.ts'
import { addKeyCommands } from './key-commands.ts'
import { addOperatorCommands } from './operator-commands.ts'
import { addRatesCommands } from './rates-commands.ts'
import { addRecordCommands } from './record-commands.ts'
import { addSeedCommand } from './seed-command.ts'
import { addVendorCommands } from './vendor-commands.ts'

/** Runs one admin command and returns the exit code. Each is one commit, so one that failed has changed nothing; only `seed` is several, and is safe to repeat. */
export async function runAdmin(args: readonly string[], host: AdminHost): Promise<number> {
  try {
    await createProgram(host).parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has said what is wrong already.
    if (error instanceof CommanderError) return error.exitCode
    host.printError(explain(error))
    return 1
  }
}

function createProgram(host: AdminHost): Command {
  const program = new Command('npm run admin --')
    .description('Changes that people make to the ramp: each in one commit, with its line in the audit.')
    .exitOverride()
    .showHelpAfterError('(add --help to see the options)')
    .configureOutput({
      writeOut: (text) => host.print(text.trimEnd()),
      writeErr: (text) => host.printError(text.trimEnd()),
    })
  const session = createAdminSession(host)
  addBusinessCommands(program, session, host)
  addKeyCommands(program, session)
  addOperatorCommands(program, session)
  addVendorCommands(program, session)
  addRatesCommands(program, session)
  addRecordCommands(program, session, host)
  addSeedCommand(program, session)
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
  return `Failed: ${message}`
}
