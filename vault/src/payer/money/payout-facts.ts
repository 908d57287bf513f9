import type { AllocationFacts, EntryFacts, TransactionFacts } from '../../shared/money/facts.ts'

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
  transaction: TransactionFacts | null
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
  /** The naira behind it, where it goes back to whoever paid for a buy. */
  refund: RefundFacts | null
  /** Freezes in force that cover it, in words. */
  freezes: readonly string[]
}>

/** What a buy was given, and what of it two people decided to give back. */
export type RefundFacts = Readonly<{
  buy: Readonly<{ mode: string; vendor_account_id: string }> | null
  /** What was given to the buy and stands. */
  allocations: readonly AllocationFacts[]
  /** In their order: the place of each is that of its leg. */
  returns: readonly ReturnFacts[]
  /** Whether tokens were sent for the same naira, or may be. */
  is_delivered: boolean
  /** Whether a list of sanctions has a hand on it. */
  is_listed: boolean
}>

export type ReturnFacts = Readonly<{
  mode: string
  line_id: string
  amount_minor: string
  /** Each number and each bank that a source told of its payer. */
  numbers: readonly string[]
  bank_codes: readonly string[]
  /** Where two people decided that it goes instead, the first time and each time after. */
  redirects: readonly Readonly<{ bank_code: string; account_number: string }>[]
}>

/** Tokens that arrived at finality and count for the sell. */
export type DepositFacts = Readonly<{
  mode: string
  network: string
  tx_hash: string
  log_index: number
  address: string
  token: string
  minor: string
  held_minor: string
  outcome: string
  /** Whose address they came to. */
  address_of: string | null
  entry: EntryFacts | null
}>

/** With what no payout is without. */
export type OrderedFacts = PayoutFacts &
  Readonly<{ right: NonNullable<PayoutFacts['right']>; transaction: NonNullable<PayoutFacts['transaction']> }>
