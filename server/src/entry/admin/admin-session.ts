import { type Clock, systemClock } from '../../kernel/clock/clock.ts'
import { createPool, type Pool } from '../../kernel/postgres/pool.ts'

export type AdminConfig = Readonly<{ ownerUrl: string; cell: string; peppers: ReadonlyMap<number, Buffer> }>

/** Environment of a command: its settings, which are read only when a command runs, and the terminal. */
export type AdminHost = Readonly<{
  readConfig(): AdminConfig
  readMigrationUrl(): string
  /** Encrypts the tokens of links until their mail is sent. */
  readMailKey(): Buffer
  /** Returns the address of the people process, which serves the links. */
  readPeopleOrigin(): string
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
  /** Connects as the owner for the duration of one command. */
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
