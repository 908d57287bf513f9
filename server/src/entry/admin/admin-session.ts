import type { Command } from 'commander'
import { type Clock, systemClock } from '../../kernel/clock/clock.ts'
import type { Mode } from '../../kernel/mode.ts'
import { createPool, type Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { WalletAddressRules } from '../../movements/transfers/wallet-address.ts'

export type AdminConfig = Readonly<{ ownerUrl: string; cell: string; peppers: ReadonlyMap<number, Buffer> }>

/** Environment of a command: its settings, which are read only when a command runs, and the terminal. */
export type AdminHost = Readonly<{
  readConfig(): AdminConfig
  readMigrationUrl(): string
  /** Encrypts the tokens of links until their mail is sent. */
  readMailKey(): Buffer
  /** Loaded only if a command receives an address, because the chain libraries are large. */
  readWalletRules(): Promise<WalletAddressRules>
  print(text: string): void
  printError(text: string): void
}>

export type AdminDeps = Readonly<{
  pool: Pool
  clock: Clock
  cell: string
  peppers: ReadonlyMap<number, Buffer>
}>

export type AdminSession = Readonly<{
  print(...lines: string[]): void
  readMailKey(): Buffer
  /** Connects as the owner for the duration of one command. */
  run(work: (deps: AdminDeps) => Promise<void>): Promise<void>
}>

export function createAdminSession(host: AdminHost): AdminSession {
  return {
    print: (...lines) => lines.forEach((line) => host.print(line)),
    readMailKey: () => host.readMailKey(),
    run: async (work) => {
      const { ownerUrl, cell, peppers } = host.readConfig()
      const pool = createPool(ownerUrl, { max: 2, applicationName: 'afara-admin', isPatient: true })
      try {
        await work({ pool, clock: systemClock, cell, peppers })
      } finally {
        await pool.end()
      }
    },
  }
}

/** The operator, the second operator if two are needed, and the reason. All three are stored in the audit log. */
export type ActorOptions = Readonly<{ actor: string; approver?: string; reason: string }>

/** Adds the options that every change requires: an operator and a reason. */
export function withActor(command: Command): Command {
  return command
    .requiredOption('--actor <email>', 'the operator who does this')
    .requiredOption('--reason <text>', 'the reason, stored in the audit log')
}

/** Adds the second operator too, for changes that need two operators, always or in live mode. */
export function withApprover(command: Command): Command {
  return withActor(command).option('--approver <email>', 'the second operator')
}

/** In live mode two operators sign a decision. A command of one person that names a colleague is not enough. */
export function refuseLive(mode: Mode, command: string): void {
  if (mode === 'test') return
  throw new Refusal(
    'approval_required',
    `Two operators decide this in live mode. Propose it with "npx afara ops ${command}".`,
  )
}

export function readActor({ actor, approver, reason }: ActorOptions) {
  return { actor: requirePerson(actor), approver, reason }
}

/** `system:…` is reserved for actions without an operator. An operator at the command line has a name. */
export function requirePerson(actor: string): string {
  if (!actor.startsWith('system:')) return actor
  throw new Refusal('actor_not_a_person', `"${actor}" is not an operator. Pass your own address as --actor.`)
}
