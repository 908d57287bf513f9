import type { Command } from 'commander'
import { type Clock, systemClock } from '../../kernel/clock/clock.ts'
import { createPool, type Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { WalletAddressRules } from '../../movements/transfers/wallet-address.ts'

export type AdminConfig = Readonly<{ ownerUrl: string; cell: string; peppers: ReadonlyMap<number, Buffer> }>

/** What the command meets outside: its settings, read only when a command runs, and the terminal. */
export type AdminHost = Readonly<{
  readConfig(): AdminConfig
  readMigrationUrl(): string
  /** Loaded only where an address is given: the libraries of the chains are large. */
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
  /** Connects as the owner for the length of one command. */
  run(work: (deps: AdminDeps) => Promise<void>): Promise<void>
}>

export function createAdminSession(host: AdminHost): AdminSession {
  return {
    print: (...lines) => lines.forEach((line) => host.print(line)),
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

/** Who does it, who agrees where it takes two, and why: all three go into the audit. */
export type ActorOptions = Readonly<{ actor: string; approver?: string; reason: string }>

/** Every change is somebody's, and has a reason. */
export function withActor(command: Command): Command {
  return command
    .requiredOption('--actor <email>', 'the operator who does this')
    .requiredOption('--reason <text>', 'the reason, stored in the audit log')
}

/** For a change that takes two operators, always or in live mode. */
export function withApprover(command: Command): Command {
  return withActor(command).option('--approver <email>', 'the second operator')
}

export function readActor({ actor, approver, reason }: ActorOptions) {
  return { actor: requirePerson(actor), approver, reason }
}

/** `system:…` is for what no person did; a person at the command line has a name. */
export function requirePerson(actor: string): string {
  if (!actor.startsWith('system:')) return actor
  throw new Refusal('actor_not_a_person', `"${actor}" is not an operator. Pass your own address as --actor.`)
}
