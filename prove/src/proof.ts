import type { Clock } from '@afara/server/kernel/clock/clock.ts'
import type { CollectionRails } from '@afara/server/movements/collections/collection-rail.ts'
import type { DepositTargets } from '@afara/server/movements/deposits/deposit-address.ts'
import type { WatchedChains } from '@afara/server/movements/deposits/deposit-chain.ts'
import type { BankFeeds } from '@afara/server/movements/feeds/bank-feed.ts'
import type { StatementFormat } from '@afara/server/movements/feeds/statement.ts'
import type { Chains } from '@afara/server/movements/transfers/chain.ts'
import type { WalletAddressRules } from '@afara/server/movements/transfers/wallet-address.ts'
import type { Progress } from './progress.ts'

/** One long test that prints its figures. A new proof is a file that exports one of these, and a line in `proofs.ts`. */
export type Proof = Readonly<{
  name: string
  /** The claim that the proof shows, in one sentence. */
  sentence: string
  /** Sizes that `--<name> n` sets, for a full run and a short one. */
  sizes: Readonly<Record<string, Size>>
  /** Words that `--<name> word` accepts. */
  choices?: Readonly<Record<string, readonly string[]>>
  /** Names of the switches that `--<name>` turns on. */
  switches?: readonly string[]
  run(input: ProofInput): Promise<Outcome>
}>

type Size = Readonly<{ full: number; short: number }>

export type ProofInput = Readonly<{
  size(name: string): number
  isOn(name: string): boolean
  /** The chosen word, if any. */
  choice(name: string): string | undefined
  progress: Progress
  /** Returns the server's statement formats. They are passed in because only a process wires its parts together. */
  readStatementFormats(): Promise<readonly StatementFormat[]>
  /** Returns the server's chain watcher. `environment` is the environment of the server's processes. */
  watchChains(
    environment: Readonly<Record<string, string>>,
  ): Promise<Readonly<{ watched: WatchedChains; targets: DepositTargets }>>
  /** Returns the rules that tell which addresses are wallets. `environment` names our own addresses. */
  readWalletRules(environment: Readonly<Record<string, string>>): Promise<WalletAddressRules>
  /** Returns the vendors that give account numbers, and the feeds that report what is paid to them. */
  readVendors(
    environment: Readonly<Record<string, string>>,
  ): Promise<Readonly<{ rails: CollectionRails; feeds: BankFeeds }>>
  /** Opens the people process with its console in this process, on a clock that the proof moves. */
  openPeople(
    databaseUrl: (role: string) => string,
    clock: Clock,
  ): Promise<Readonly<{ url: string; stop(): Promise<void> }>>
  /** Returns the chains that tokens are sent on. */
  readChains(environment: Readonly<Record<string, string>>): Promise<Chains>
}>

export type Outcome = Readonly<{
  figures: Readonly<Record<string, string | number>>
  /** Reasons why the run does not count: an error, or too little activity. Empty means proved. */
  shortfalls: readonly string[]
}>
