import type { Mode } from '../../kernel/mode.ts'
import type { Money } from '../../kernel/money/money.ts'

/** How a vendor behaves with numbers for one payment. The flow follows these facts and never the vendor's name. */
type RailTraits = Readonly<{
  /** A payment of another amount: it arrives like any other, or the vendor sends it back to the payer. */
  wrongAmount: 'arrives' | 'sent_back'
  /** The rest of a payment that was too small, paid to the same number: it arrives, or the vendor sends it back. */
  topUp: 'arrives' | 'sent_back'
  /** Whether its reports show all ten digits of the payer's account. */
  showsPayerAccount: boolean
  /** How money goes back: we pay it to the payer's account, or the vendor returns it when we ask. */
  returns: 'by_payout' | 'by_vendor'
  /** When the money that it collects is ours to use. */
  settles: 'at_once' | 'next_working_day'
  /** What it charges for a payment: a share in millionths plus a fixed amount, and at most `mostMinor`. */
  cost: Readonly<{ millionths: bigint; fixedMinor: bigint; mostMinor: bigint }>
  /** Whether a repeated request with one reference returns the same number. Otherwise it returns another. */
  isRepeatable: boolean
  /** Whether the vendor's terms exclude businesses like ours. Such a rail is never asked in live mode. */
  barsRamps: boolean
  /**
   * Whether it gives standing numbers for customers (`reserve`). `repeatable`: a repeated request with one reference returns the same
   * number. `unrepeatable`: it returns another, so a request whose answer was lost is not sent again.
   */
  standing: 'none' | 'repeatable' | 'unrepeatable'
}>

export type NumberRequest = Readonly<{
  /** Ours, unique for ever: 32 lower-case letters and digits. */
  reference: string
  amount: Money
  /** The name that the payer's bank shows. */
  name: string
}>

export type CollectionNumber = Readonly<{
  number: string
  bankName: string
  accountName: string
  /** The vendor takes payments until then. */
  validUntil: Date
}>

/** A request for a standing number, to which a customer can pay any amount at any time. */
export type StandingRequest = Readonly<{
  /** Ours, unique for ever: 32 lower-case letters and digits. */
  reference: string
  /** The customer, as the payer's bank shows it. */
  name: string
  /** The identity provider's name for the customer's checked BVN or NIN. We never have the number itself. */
  identity: Readonly<{ type: 'bvn' | 'nin'; reference: string }>
}>

export type StandingAnswer =
  | (Readonly<{ kind: 'given' }> & Omit<CollectionNumber, 'validUntil'>)
  | Exclude<NumberAnswer, { kind: 'given' }>

/** `refused`: the vendor gave no number and never will for this request. `unknown`: it may have given one. */
export type NumberAnswer =
  | (Readonly<{ kind: 'given' }> & CollectionNumber)
  | Readonly<{ kind: 'refused'; why: string }>
  | Readonly<{ kind: 'unknown'; why: string }>

/** `closed`: the vendor takes no more payments. `unknown`: it may still take them. */
export type CloseAnswer = Readonly<{ kind: 'closed' }> | Readonly<{ kind: 'unknown'; why: string }>

/** A vendor that gives account numbers for one payment each, and perhaps for a customer. What is paid to them is reported by the vendor's feed. */
export interface CollectionRail {
  readonly vendor: string
  readonly traits: RailTraits
  /** Asks for a number. Never throws: a vendor that does not answer in time is `unknown`. */
  open(request: NumberRequest, signal: AbortSignal): Promise<NumberAnswer>
  /** Asks for a standing number. Exists if the rail declares it. Never throws, like `open`. */
  reserve?(request: StandingRequest, signal: AbortSignal): Promise<StandingAnswer>
  /**
   * Closes the standing number of a request, so that the vendor sends payments back to their payers. Exists if the vendor does that. Safe to
   * repeat, and for a request whose answer was lost. Never throws, like `open`.
   */
  close?(reference: string, signal: AbortSignal): Promise<CloseAnswer>
}

/** The rails of each mode, in the order in which they are asked. */
export type CollectionRails = Readonly<Record<Mode, readonly CollectionRail[]>>
