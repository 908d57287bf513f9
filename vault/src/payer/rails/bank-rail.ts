/** What one payment asks of a vendor, in the vendor's own words for a bank. */
export type BankOrder = Readonly<{
  reference: string
  amountMinor: bigint
  /** The vendor's code of the bank. */
  bankCode: string
  accountNumber: string
  accountName: string
}>

/** The answer to an order. Only `rejected` says that nothing was made. */
export type Sent =
  | Readonly<{ outcome: 'accepted'; vendorId: string | null; sessionId: string | null }>
  | Readonly<{ outcome: 'rejected'; code: string; message: string }>
  | Readonly<{ outcome: 'exists' }>
  | Readonly<{
      outcome: 'unknown'
      why: 'timeout' | 'http' | 'unreadable' | 'code'
      code: string | null
    }>

export type Enquiry =
  | Readonly<{ outcome: 'found'; accountName: string }>
  | Readonly<{ outcome: 'not_found' }>
  | Readonly<{ outcome: 'unavailable' }>

/** What a vendor says about a reference. `not_found` is no proof: it may be too early. */
export type Reading =
  | Readonly<{ kind: 'pending' | 'needs_otp' | 'not_found' | 'unavailable'; code: string | null }>
  | ConclusiveReading

type ConclusiveReading = Readonly<{
  kind: 'success' | 'failed' | 'reversed'
  code: string | null
  amountMinor: bigint | null
  accountNumber: string | null
  /** The vendor's code of the bank. */
  bankCode: string | null
  sessionId: string | null
  vendorId: string | null
  feeMinor: bigint | null
}>

export type RailLine = Readonly<{
  externalId: string
  at: Date
  direction: 'debit' | 'credit'
  amountMinor: bigint
  reference: string | null
  kind: 'payment' | 'return' | 'fee' | 'funding' | 'other'
}>

export type RailLines = Readonly<{ lines: readonly RailLine[]; cursor: string; isWhole: boolean }>

/** How a vendor calls a bank, beside the names that are the same everywhere. */
export type VendorBank = Readonly<{ code: string; nipCode: string | null; slug: string | null }>

export type HookHeaders = Readonly<Record<string, string | undefined>>

/** One account of ours at one vendor. */
export type BankRail = Readonly<{
  vendor: 'paystack' | 'monnify'
  /** Whether the vendor was proved to refuse a reference that it has: only then may one be sent again. */
  refusesDuplicates: boolean
  /** How long the vendor refuses another payment of the same amount to the same account, whatever its reference. */
  sameAgainAfterMs: number
  banks(signal: AbortSignal): Promise<readonly VendorBank[]>
  enquire(
    account: Readonly<{ bankCode: string; accountNumber: string }>,
    signal: AbortSignal,
  ): Promise<Enquiry>
  /**
   * Everything that has to be asked before, none of which moves money. Throws BankUnavailable. What it returns asks the vendor to pay,
   * with one request and no other, and never throws.
   */
  prepare(order: BankOrder, signal: AbortSignal): Promise<(signal: AbortSignal) => Promise<Sent>>
  requery(reference: string, signal: AbortSignal): Promise<Reading>
  balance(signal: AbortSignal): Promise<bigint>
  /** What was booked after the cursor, the oldest first. Lines around the cursor may come again. */
  lines(cursor: string | null, signal: AbortSignal): Promise<RailLines>
  /** The references that a notification is about; undefined when it is not the vendor's. */
  readHook(headers: HookHeaders, body: Buffer): readonly string[] | undefined
}>

/** The vendor did not answer, or not in words that we know; nothing was asked that moves money. */
export class BankUnavailable extends Error {
  override readonly name = 'BankUnavailable'
}
