import type { DepositTargets } from '@afara/server/movements/deposits/deposit-address.ts'
import type { WatchedChains } from '@afara/server/movements/deposits/deposit-chain.ts'
import type { StatementFormat } from '@afara/server/movements/feeds/statement.ts'
import type { Chains } from '@afara/server/movements/transfers/chain.ts'
import type { WalletAddressRules } from '@afara/server/movements/transfers/wallet-address.ts'
import type { Progress } from './progress.ts'

/** One long test that prints its figures. A new proof is a file that exports one of these, and a line in `proofs.ts`. */
export type Proof = Readonly<{
  name: string
  /** What it shows, in one sentence. */
  sentence: string
  /** What `--<name> n` sets, with the size of a full run and of a short one. */
  sizes: Readonly<Record<string, Size>>
  /** What `--<name> word` may be told, and which words. */
  choices?: Readonly<Record<string, readonly string[]>>
  /** What `--<name>` turns on. */
  switches?: readonly string[]
  run(input: ProofInput): Promise<Outcome>
}>

type Size = Readonly<{ full: number; short: number }>

export type ProofInput = Readonly<{
  size(name: string): number
  isOn(name: string): boolean
  /** The word that was chosen, if one was. */
  choice(name: string): string | undefined
  progress: Progress
  /** As the server has them: only a process composes its parts. */
  readStatementFormats(): Promise<readonly StatementFormat[]>
  /** The same, for the watcher of chains. `environment` is what the server's processes are told. */
  watchChains(
    environment: Readonly<Record<string, string>>,
  ): Promise<Readonly<{ watched: WatchedChains; targets: DepositTargets }>>
  /** Which addresses are wallets, with what these settings name as ours. */
  readWalletRules(environment: Readonly<Record<string, string>>): Promise<WalletAddressRules>
  /** The chains that tokens are sent on. */
  readChains(environment: Readonly<Record<string, string>>): Promise<Chains>
}>

export type Outcome = Readonly<{
  figures: Readonly<Record<string, string | number>>
  /** Why the run does not count: what was wrong, or that too little happened. Empty means proved. */
  shortfalls: readonly string[]
}>
