import { Command, CommanderError } from 'commander'
import { explainFailure } from './explain-failure.ts'

/** The terminal, or what stands for it in a test. */
export type Terminal = Readonly<{ print(text: string): void; printError(text: string): void }>

/** A command of ours: it never ends the process by itself, and says everything through the terminal it is given. */
export function createProgram(name: string, description: string, terminal: Terminal): Command {
  return new Command(name)
    .description(description)
    .exitOverride()
    .showHelpAfterError('(add --help to see the options)')
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
    // Commander has said what is wrong already.
    if (error instanceof CommanderError) return error.exitCode
    terminal.printError(explainFailure(error))
    return 1
  }
}
