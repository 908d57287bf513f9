export type LineKind = 'payment' | 'reversal' | 'recall' | 'own_return' | 'charge' | 'unclear'

export type Payer = Readonly<{
  accountNumber?: string
  /** Ten places, each a digit that the source shows or `*` where it hides one: `******0011`. Never beside a number. */
  accountMask?: string
  name?: string
  /** Key of our directory of banks; absent when the source's words name no bank of it. */
  bankCode?: string
  /** The bank in the source's own words. */
  bankName?: string
}>

/** One row of a bank account of ours as one source tells it; amounts in kobo, never negative. */
export type BankLine = Readonly<{
  /** Names the line at this source for ever. */
  externalId: string
  /** The account of ours. */
  accountNumber: string
  direction: 'credit' | 'debit'
  kind: LineKind
  /** What was paid; what reached the account is `settledMinor`, and a vendor's fee lies between. */
  grossMinor: bigint
  settledMinor: bigint
  bookedAt: Date
  /** YYYY-MM-DD in Lagos. */
  valueDate: string
  sessionId?: string
  payer: Payer
  narration: string
  /** A line of the same source that this one takes back. */
  undoesExternalId?: string
  raw: unknown
}>

/** A row that says too little, or contradicts itself: kept to be looked at, never guessed. */
export type UnreadableLine = Readonly<{ externalId: string; reason: string; raw: unknown }>
