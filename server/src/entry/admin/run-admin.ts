import type { Command } from 'commander'
import { createProgram, runProgram } from '../command-line/run-program.ts'
import { type AdminHost, createAdminSession } from './admin-session.ts'
import { addMovedCommands } from './moved-commands.ts'
import { addOperatorCommands } from './operator-commands.ts'
import { addRecordCommands } from './record-commands.ts'
import { addSeedCommand } from './seed-command.ts'

/**
 * Runs one admin command and returns the exit code. Each command is one commit, so a failed command has changed nothing. Only `seed` makes
 * several commits, and it is idempotent.
 */
export async function runAdmin(args: readonly string[], host: AdminHost): Promise<number> {
  return runProgram(createAdmin(host), args, host)
}

export function createAdmin(host: AdminHost): Command {
  const program = createProgram(
    'npm run admin --',
    "Administer the database of Afara, with the owner's URL. What operators do is in npx afara ops.",
    host,
  )
  const session = createAdminSession(host)
  addRecordCommands(program, session, host)
  addOperatorCommands(program, session, host)
  addSeedCommand(program, session)
  addMovedCommands(program)
  return program
}
