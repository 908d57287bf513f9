import { type Clock, systemClock } from '../../kernel/clock/clock.ts'
import { createPool, type Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { StatementFormat } from '../../movements/feeds/statement.ts'
import type { Chains } from '../../movements/transfers/chain.ts'
import type { SignerJournal } from '../../movements/transfers/signer.ts'
import type { WalletAddressRules } from '../../movements/transfers/wallet-address.ts'
import type { Signing } from '../../records/decisions/sign-decision.ts'
import { authenticateOperator } from '../../records/operators/authenticate-operator.ts'
import type { Operator } from '../../records/operators/operator-store.ts'
import { escapeForTerminal } from './terminal-text.ts'

export type OpsConfig = Readonly<{
  ownerUrl: string
  cell: string
  peppers: ReadonlyMap<number, Buffer>
  operatorKey: string | undefined
}>

/** Environment of a command: its settings, which are read only when a command runs, and the terminal. */
export type OpsHost = Readonly<{
  readConfig(): OpsConfig
  /** Loaded only if a command receives a statement. */
  readStatementFormats(): Promise<readonly StatementFormat[]>
  /** Loaded only if a command receives a wallet. */
  readWalletRules(): Promise<WalletAddressRules>
  /** Sources outside the database that know what was sent. Loaded only if a command needs them. */
  readChainsAndJournal(): Promise<Readonly<{ chains: Chains; journal: SignerJournal }>>
  /** Returns how the operator signs decisions. */
  readSigning(): Signing
  print(text: string): void
  printError(text: string): void
}>

export type OpsDeps = Readonly<{
  pool: Pool
  clock: Clock
  /** The owner of the key. No option can name another operator. */
  operator: Operator
  signing: Signing
  cell: string
  peppers: ReadonlyMap<number, Buffer>
}>

export type OpsSession = Readonly<{
  print(...lines: string[]): void
  /** Connects for the duration of one command, as the operator whose key is set. */
  run(work: (deps: OpsDeps) => Promise<void>): Promise<void>
}>

export function createOpsSession(host: OpsHost, clock: Clock = systemClock): OpsSession {
  return {
    print: (...lines) => lines.forEach((line) => host.print(escapeForTerminal(line))),
    run: async (work) => {
      const { ownerUrl, cell, peppers, operatorKey } = host.readConfig()
      const pool = createPool(ownerUrl, { max: 2, applicationName: 'afara-ops' })
      try {
        const operator = await authenticateOperator({ sql: pool, clock, cell, peppers }, operatorKey)
        await work({
          pool,
          clock,
          operator,
          cell,
          peppers,
          // Read only by a command that decides.
          get signing() {
            return host.readSigning()
          },
        })
      } finally {
        await pool.end()
      }
    },
  }
}

/** Refuses an empty reason. An operator who stops something must say why, because nothing else tells other operators. */
export function requireReason(text: string): string {
  if (text.trim() !== '') return text.trim()
  throw new Refusal('reason_required', 'Pass --reason "…". It is stored in the audit log.')
}
