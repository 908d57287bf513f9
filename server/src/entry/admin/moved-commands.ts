import { Command } from 'commander'
import { Refusal } from '../../kernel/refusal.ts'

/** Former commands, and what to run instead. They trusted a shell with the owner's URL to say who acts. */
export const movedCommands: ReadonlyArray<readonly [words: string, instead: string]> = [
  [
    'operator create',
    'npx afara ops operators invite <email> --name … --roles …", or once for the first operators "npm run admin -- bootstrap',
  ],
  ['operator invite', 'npx afara ops operators invite <email>'],
  ['operator roles', 'npx afara ops operators roles <email> <roles…>'],
  ['operator disable', 'npx afara ops operators suspend <email>'],
  ['operator enable', 'npx afara ops operators resume <email>'],
  ['business create', 'npx afara ops business create <link-tag> --name …'],
  ['business terms', 'npx afara ops business terms <business> --mode …'],
  [
    'key issue',
    'npx afara ops key issue-test <business>" or, in live mode, "npx afara ops key request <business>',
  ],
  ['key rotate', 'npx afara ops key rotate <key>'],
  ['key revoke', 'npx afara ops key revoke <key>'],
  ['key list', 'npx afara ops keys <business>'],
  ['vendor open', 'npx afara ops account open --mode …'],
  ['vendor move', 'npx afara ops account move <account> --to …'],
  ['vendor feed', 'npx afara ops account feed <account> --feed …'],
  ['lane open', 'npx afara ops lane open --mode …'],
  ['payout-account open', 'npx afara ops payout-account open --mode …'],
  ['payout-account fund', 'npx afara ops payout-account fund <account> --naira …'],
  ['rates show', 'npx afara ops rate show'],
  ['rates history', 'npx afara ops rate history --pair …'],
  ['member add', 'npx afara ops member add <business> <email> --name … --role …'],
  ['member invite', 'npx afara ops member invite <email>'],
  ['member disable', 'npx afara ops member disable <email>'],
]

/** Adds the former commands, hidden from the help. Each says in one sentence which command replaces it. */
export function addMovedCommands(program: Command): void {
  for (const [words, instead] of movedCommands) {
    const [group = '', name = ''] = words.split(' ')
    groupOf(program, group)
      .command(name, { hidden: true })
      .allowUnknownOption()
      .allowExcessArguments()
      .helpOption(false)
      .action(() => {
        throw new Refusal('command_moved', `Operators do this as themselves. Use "${instead}".`)
      })
  }
}

function groupOf(program: Command, name: string): Command {
  const known = program.commands.find((command) => command.name() === name)
  if (known !== undefined) return known
  const group = new Command(name)
  program.addCommand(group, { hidden: true })
  return group
}
