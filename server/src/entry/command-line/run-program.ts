import { Command, CommanderError } from 'commander'
import { Refusal } from '../../kernel/refusal.ts'

/** The terminal, or its substitute in a test. */
type Terminal = Readonly<{ print(text: string): void; printError(text: string): void }>

/** Creates a command that never ends the process itself and prints everything to the given terminal. */
export function createProgram(name: string, description: string, terminal: Terminal): Command {
  return new Command(name)
    .description(description)
    .exitOverride()
    .showHelpAfterError('(run with --help to see the options)')
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.printError(text.trimEnd()),
    })
}

/** Runs one command and returns the exit code. */
export async function runProgram(
  program: Command,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has already printed the error.
    if (error instanceof CommanderError) return error.exitCode
    terminal.printError(explainFailure(error))
    return 1
  }
}

/** Explains a failure and the next step to the operator. */
function explainFailure(error: unknown): string {
  if (error instanceof Refusal) return `Rejected (${error.code}): ${error.message}`
  const { code, message } = error as { code?: string; message: string }
  switch (code) {
    case 'ECONNREFUSED':
      return 'The database does not answer. Start it with "npm run dev", or check DATABASE_URL_OWNER.'
    case '42P01':
    case '3F000':
      return `${message}: the database is not migrated yet. Run "npm run admin -- migrate".`
    case '57014':
      return 'The database took too long. Nothing was changed. Try again later. If you were importing a bank statement, ask the bank for one that covers fewer days.'
    case '55P03':
      return 'Another operator or process is working on this now. Nothing was changed. Try again in a minute.'
    default:
      // The connection may have been lost after the commit.
      return `Failed: ${message}. The command may have taken effect. Check before you try again.`
  }
}
