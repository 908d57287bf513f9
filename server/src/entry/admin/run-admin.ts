import type { Command } from 'commander'
import { createProgram, runProgram } from '../command-line/run-program.ts'
import { type AdminHost, createAdminSession } from './admin-session.ts'
import { addBusinessCommands } from './business-commands.ts'
import { addKeyCommands } from './key-commands.ts'
import { addLaneCommands } from './lane-commands.ts'
import { addOperatorCommands } from './operator-commands.ts'
import { addPayoutAccountCommands } from './payout-account-commands.ts'
import { addRatesCommands } from './rates-commands.ts'
import { addRecordCommands } from './record-commands.ts'
import { addSeedCommand } from './seed-command.ts'
import { addVendorCommands } from './vendor-commands.ts'

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
    'Administer Afara. Each command is one commit with an audit entry.',
    host,
  )
  const session = createAdminSession(host)
  addBusinessCommands(program, session, host)
  addKeyCommands(program, session)
  addOperatorCommands(program, session)
  addVendorCommands(program, session)
  addLaneCommands(program, session, host)
  addPayoutAccountCommands(program, session)
  addRatesCommands(program, session)
  addRecordCommands(program, session, host)
  addSeedCommand(program, session)
  return program
}
