import type { Clock } from '../../kernel/clock/clock.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { StatementFormat } from '../../movements/feeds/statement.ts'
import type { Chains } from '../../movements/transfers/chain.ts'
import type { SignerJournal } from '../../movements/transfers/signer.ts'
import type { WalletAddressRules } from '../../movements/transfers/wallet-address.ts'
import type { Signing } from '../../records/decisions/sign-decision.ts'
import type { KeyDeps } from '../../records/keys/manage-keys.ts'
import type { Operator } from '../../records/operators/operator-store.ts'
import type { Action } from '../../records/people/role-actions.ts'
import { escapeForTerminal } from './terminal-text.ts'

/** The database, and who acts. */
type OpsConnection = Readonly<{ pool: Pool; clock: Clock; operator: Operator; end(): Promise<void> }>

/** Environment of a command. */
export type OpsHost = Readonly<{
  /** Refuses an operator whose roles do not allow what a command does. */
  authorise(action: Action): void
  /** Connects for the duration of one command, as the operator who runs it. */
  connect(): Promise<OpsConnection>
  /** Returns the content of a file that the operator names, or undefined if the file does not exist. */
  readFile(name: string): Promise<Uint8Array | undefined>
  /** Loaded only if a command receives a statement. */
  readStatementFormats(): Promise<readonly StatementFormat[]>
  /** Loaded only if a command receives a wallet. */
  readWalletRules(): Promise<WalletAddressRules>
  /** Sources outside the database that know what was sent. Loaded only if a command needs them. */
  readChainsAndJournal(): Promise<Readonly<{ chains: Chains; journal: SignerJournal }>>
  /** Returns what a key of a business is made of. */
  readKeySettings(): Pick<KeyDeps, 'cell' | 'peppers'>
  /** Returns the key that encrypts the links of invitations until their mail is sent. */
  readMailKey(): Buffer
  /** Returns the keys that encrypt go-live files and the files of cases. */
  readBusinessKeys(): Keyring
  /** Returns how the operator signs decisions. */
  readSigning(): Signing
  print(text: string): void
  printError(text: string): void
}>

/** What commands need besides the database. Each is loaded only if a command needs it. */
export type CommandTools = Pick<
  OpsHost,
  | 'readStatementFormats'
  | 'readWalletRules'
  | 'readChainsAndJournal'
  | 'readKeySettings'
  | 'readMailKey'
  | 'readBusinessKeys'
>

export type OpsDeps = Readonly<{
  pool: Pool
  clock: Clock
  /** Who runs the command. No option can name another operator. */
  operator: Operator
  signing: Signing
  mailKey: Buffer
  businessKeys: Keyring
}>

export type OpsSession = Readonly<{
  print(...lines: string[]): void
  /** Connects for the duration of one command. */
  run(work: (deps: OpsDeps) => Promise<void>): Promise<void>
}>

export function createOpsSession(host: OpsHost): OpsSession {
  return {
    print: (...lines) => lines.forEach((line) => host.print(escapeForTerminal(line))),
    run: async (work) => {
      const { pool, clock, operator, end } = await host.connect()
      try {
        await work({
          pool,
          clock,
          operator,
          // Read only by a command that decides.
          get signing() {
            return host.readSigning()
          },
          get mailKey() {
            return host.readMailKey()
          },
          get businessKeys() {
            return host.readBusinessKeys()
          },
        })
      } finally {
        await end()
      }
    },
  }
}

/** Refuses an empty reason. An operator who stops something must say why, because nothing else tells other operators. */
export function requireReason(text: string): string {
  if (text.trim() !== '') return text.trim()
  throw new Refusal('reason_required', 'Pass --reason "…". It is stored in the audit log.')
}
