export type LineKind = 'payment' | 'reversal' | 'recall' | 'own_return' | 'charge' | 'unclear'

export type Payer = Readonly<{
  accountNumber?: string
  /** Ten characters, each a digit that the source shows or `*` for a hidden one: `******0011`. Never set together with `accountNumber`. */
  accountMask?: string
  name?: string
  /** Key in our directory of banks. Absent if the source's words match no bank in it. */
  bankCode?: string
  /** The bank's name as the source writes it. */
  bankName?: string
}>

/** One row of one of our bank accounts as one source reports it. Amounts are in kobo and never negative. */
export type BankLine = Readonly<{
  /** Identifies the line at this source permanently. */
  externalId: string
  /** Number of our account. */
  accountNumber: string
  /** The number that the payer paid to, if the vendor gave it for one payment. The money arrives on our account. */
  paidTo?: string
  /** Our reference of the request for that number, if the vendor names the request and not the number. */
  paidFor?: string
  direction: 'credit' | 'debit'
  kind: LineKind
  /** Amount that was paid. `settledMinor` is the amount that reached the account. The difference is the vendor's fee. */
  grossMinor: bigint
  settledMinor: bigint
  bookedAt: Date
  /** YYYY-MM-DD in Lagos. */
  valueDate: string
  sessionId?: string
  payer: Payer
  narration: string
  /** A line of the same source that this line reverses. */
  undoesExternalId?: string
  raw: unknown
}>

/** A row with missing or contradictory data. It is kept for an operator and never guessed. */
export type UnreadableLine = Readonly<{ externalId: string; reason: string; raw: unknown }>

/** Whether a text has the form of our references at vendors that give numbers: an id without hyphens. */
export function isNumberReference(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text)
}

/** Whether the account number equals the mask in every digit that the mask shows. */
export function fitsMask(accountNumber: string, mask: string): boolean {
  return (
    accountNumber.length === mask.length &&
    Array.from(mask).every((sign, place) => sign === '*' || sign === accountNumber[place])
  )
}
