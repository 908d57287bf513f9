import type { CreditShare } from '../journal/journal-record.ts'
import type { TransferFacts } from './facts.ts'

/** Why tokens leave to a wallet, and how that is followed back to the money. One for each purpose that a right can have. */
export type Source = Readonly<{
  /** The type of transaction that such a right belongs to. */
  type: string
  /** What is held for the tokens, and committed when they leave. */
  asset: 'NGN' | 'NGNC'
  /** The row that says where they go. */
  destination(facts: TransferFacts): Readonly<{
    mode: string
    network: string | null
    wallet_address: string | null
  }> | null
  /** How much is held, how many tokens it is worth, and whose money it is. Throws Refused. */
  fund(facts: TransferFacts): Funding
}>

export type Funding = Readonly<{
  heldMinor: bigint
  tokensMinor: bigint
  /** What stands behind it, each part looked at; asked when all else says the same. */
  credits(): readonly CreditShare[]
}>
