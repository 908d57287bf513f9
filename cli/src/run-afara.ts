import { Command, CommanderError } from 'commander'
import { addCommands } from './add-commands.ts'
import { explainError } from './explain-error.ts'
import { createPaint } from './output/paint.ts'
import { createRunner, type Runner } from './runner.ts'
import type { World } from './world.ts'

/** Runs the command with these arguments. Returns the exit code and never throws. */
export async function runAfara(args: readonly string[], world: World, version: string): Promise<number> {
  const runner = createRunner(world)
  const paint = createPaint(world.terminal.out, world.env)
  const program = createAfara(runner, version)
  for (const command of everyCommand(program)) {
    command.exitOverride().configureOutput({
      writeOut: (text) => world.out(text.trimEnd()),
      writeErr: (text) => world.err(text.trimEnd()),
    })
  }
  try {
    await program.parseAsync(args, { from: 'user' })
    return runner.exitCode()
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (world.signal.aborted) return 130
    const { lines, exitCode } = explainError(error)
    for (const [index, line] of lines.entries()) world.err(index === 0 ? paint(line, 'red') : line)
    return exitCode
  }
}

export function createAfara(runner: Runner, version: string): Command {
  const program = new Command('afara')
    .description('The Afara command line: buy, sell, receive webhooks and trace money.')
    .version(version, '-V, --version')
    .option('--profile <name>', 'the login profile to use')
    .option('--json', 'print the API reply as JSON')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('Run the command with --help for its options and an example.')
  addCommands(program, runner)
  return program
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)]
}
