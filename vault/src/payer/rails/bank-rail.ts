/** One payment order to a vendor. */
export type BankOrder = Readonly<{
  reference: string
  amountMinor: bigint
  /** The vendor's code of the bank. */
  bankCode: string
  accountNumber: string
  accountName: string
}>

/** The answer to an order. Only `rejected` means that no payment was made. */
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

/** A vendor's answer about a reference. `not_found` is no proof: the query may be too early. */
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

/** A vendor's code for a bank, with the bank's common names. */
export type VendorBank = Readonly<{ code: string; nipCode: string | null; slug: string | null }>

export type HookHeaders = Readonly<Record<string, string | undefined>>

/** A transfer about which a vendor asks us before it pays. */
export type AskedTransfer = Readonly<{
  reference: string
  amountMinor: bigint
  /** The vendor's code of the bank. */
  bankCode: string
  accountNumber: string
}>

/** How a vendor asks whether to pay, and how it wants to be answered. */
export type RailApproval = Readonly<{
  /**
   * Returns all transfers that one answer would approve; undefined if the question cannot be read completely, or has a signature that is
   * not the vendor's. Throws BankUnavailable if the vendor must first say whom it would pay and does not.
   */
  read(headers: HookHeaders, body: Buffer, signal: AbortSignal): Promise<readonly AskedTransfer[] | undefined>
  /** The HTTP statuses of the two answers. */
  statuses: Readonly<{ approve: number; refuse: number }>
}>

/** One of our accounts at one vendor. */
export type BankRail = Readonly<{
  vendor: 'paystack' | 'monnify'
  /** Whether the vendor is proven to refuse a reference that it already has. Only then may a reference be sent again. */
  refusesDuplicates: boolean
  /** How long the vendor refuses the same amount to the same account, whatever the reference. */
  sameAgainAfterMs: number
  banks(signal: AbortSignal): Promise<readonly VendorBank[]>
  enquire(
    account: Readonly<{ bankCode: string; accountNumber: string }>,
    signal: AbortSignal,
  ): Promise<Enquiry>
  /**
   * Makes the requests that must precede the payment, none of which moves money. Throws BankUnavailable. The returned function orders the
   * payment with a single request and never throws.
   */
  prepare(order: BankOrder, signal: AbortSignal): Promise<(signal: AbortSignal) => Promise<Sent>>
  requery(reference: string, signal: AbortSignal): Promise<Reading>
  balance(signal: AbortSignal): Promise<bigint>
  /** Returns the lines booked after the cursor, oldest first. Lines around the cursor may be repeated. */
  lines(cursor: string | null, signal: AbortSignal): Promise<RailLines>
  /** Returns the references in a notification; undefined if it is not from the vendor. */
  readHook(headers: HookHeaders, body: Buffer): readonly string[] | undefined
  /** Undefined if the vendor never asks before it pays. */
  approval: RailApproval | undefined
}>

/** The vendor did not answer a request that moves no money, or gave an unknown answer. */
export class BankUnavailable extends Error {
  override readonly name = 'BankUnavailable'
}
