/** What the database says about a transfer that is to be signed, read by the signer itself. Amounts are in kobo, as texts. */
export type TransferFacts = Readonly<{
  transfer_id: string
  state: string
  mode: string
  network: string
  lock: string
  lane: Readonly<{
    mode: string
    network: string
    number: number
    address: string
    state: string
    /** Its locks begin with this one, and end before that one. */
    first_lock: string
    next_lock: string
  }> | null
  right: Readonly<{
    id: string
    mode: string
    transaction_id: string
    purpose: string
    leg: number
    business_id: string
    reference: string
    network: string
    address: string
    tokens_minor: string
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
  buy: Readonly<{
    mode: string
    vendor_account_id: string
    network: string | null
    wallet_address: string | null
    fee_minor: string
  }> | null
  withdrawal: Readonly<{ mode: string; network: string; wallet_address: string }> | null
  /** What a withdrawal took from the balance. */
  taken: EntryFacts | null
  opening: EntryFacts | null
  /** What was given to the transaction and stands. */
  allocations: readonly AllocationFacts[]
  /** Whether naira of it is on its way back. */
  has_return: boolean
  /** Freezes in force that cover it, in words. */
  freezes: readonly string[]
  /** The highest lock of its lane whose bytes the database has; null when there is none. */
  highest_signed: string | null
}>

export type EntryFacts = Readonly<{
  mode: string
  transaction_id: string | null
  is_reversed: boolean
  /** Each as `<mode> <debit> / <credit> <asset> <amount>`, in their order. */
  postings: readonly string[]
}>

export type AllocationFacts = Readonly<{
  id: string
  mode: string
  business_id: string
  amount_minor: string
  /** Rather than by matching. */
  is_by_people: boolean
  entry: EntryFacts | null
  line: LineFacts | null
}>

export type LineFacts = Readonly<{
  id: string
  mode: string
  direction: string
  kind: string
  gross_minor: string
  settled_minor: string
  session_id: string | null
  entry: EntryFacts | null
  /** A fee that was learned later, which the payer had paid as well. */
  late_fee_minor: string | null
  late_fee: EntryFacts | null
  is_taken_back: boolean
  has_lien: boolean
  /** All that was ever given away of it. */
  used_minor: string
  account: Readonly<{
    id: string
    mode: string
    bank_code: string
    account_number: string
    state: string
  }> | null
  readings: readonly Readonly<{
    source: string
    external_id: string
    account_id: string
    direction: string
    session_id: string | null
  }>[]
}>
