import type { EntryFacts } from '../../money/facts.ts'

/** What the database says about a payout that is to be sent, read by the payer itself. Amounts are in kobo, as texts. */
export type PayoutFacts = Readonly<{
  payout_id: string
  state: string
  mode: string
  account_id: string
  attempt: number
  reference: string
  account: Readonly<{ mode: string; vendor: string; state: string; is_held: boolean }> | null
  right: Readonly<{
    mode: string
    transaction_id: string
    purpose: string
    leg: number
    business_id: string
    reference: string
    bank_code: string
    account_number: string
    account_name: string
    amount_minor: string
  }> | null
  transaction: Readonly<{
    business_id: string
    mode: string
    type: string
    status: string
    amount_minor: string
    reference: string
    /** People let it go on with less than was asked for. */
    is_short: boolean
  }> | null
  sell: Readonly<{
    mode: string
    network: string | null
    fee_minor: string
    /** As the sell was accepted, or as two people decided later. */
    bank_code: string
    account_number: string
  }> | null
  opening: EntryFacts | null
  deposits: readonly DepositFacts[]
  /** The tokens of a sell without a wallet, which were taken in the commit that accepted it. */
  taken: EntryFacts | null
  /** Freezes in force that cover it, in words. */
  freezes: readonly string[]
}>

/** Tokens that arrived at finality and count for the sell. */
export type DepositFacts = Readonly<{
  mode: string
  network: string
  tx_hash: string
  log_index: number
  token: string
  minor: string
  held_minor: string
  outcome: string
  /** Whose address they came to. */
  address_of: string | null
  entry: EntryFacts | null
}>
