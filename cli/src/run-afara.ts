import { Command, CommanderError } from 'commander'
import { addCommands } from './add-commands.ts'
import { explainError } from './explain-error.ts'
import { createPaint } from './output/paint.ts'
import { createRunner } from './runner.ts'
import type { World } from './world.ts'

/** The whole command for one line of arguments. Returns the exit code; throws nothing. */
export async function runAfara(args: readonly string[], world: World, version: string): Promise<number> {
  const program = new Command('afara')
  const runner = createRunner(world)
  const paint = createPaint(world.terminal.out, world.env)
  program
    .description('Afara on the command line: buy, sell, listen to webhooks, and find the money.')
    .version(version, '-V, --version')
    .option('--profile <name>', 'which login to use')
    .option('--json', 'print what the API answered')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('Run the command with --help for its options and an example.')
  addCommands(program, runner)
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

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)]
}
