import type { CaseKind } from '../../records/cases/case-file.ts'
import type { Payer } from '../feeds/bank-line.ts'

/**
 * Evidence for a claim. `number`: all ten digits match. `mask`: the visible digits of a mask, the bank and the name match. `tail`: the
 * exact amount of an expected payment. `code`: its code in the narration. `own_number`: it was paid to the number that only this buy had
 * then. `account`: the exact amount, on an account that is dedicated to the business. `person`: operators decided.
 */
export type Evidence = 'number' | 'mask' | 'tail' | 'code' | 'own_number' | 'account' | 'person'

/** Why the money belongs to the business that claims it. */
export type Ground = 'dedicated' | 'expected' | 'bound' | 'within_cap' | 'person'

export type OpenCredit = Readonly<{
  lineId: string
  leftMinor: bigint
  grossMinor: bigint
  bookedAt: Date
  /** The best known payer so far, not the one that was reported first. */
  payer: Payer
  narration: string
  /** Open cases that do not block. A credit that is blocked by a case is not judged. */
  openCases: readonly Readonly<{ id: string; kind: CaseKind }>[]
  /** An equal amount of the same payer was allocated to a buy on this account in the last seven days. */
  followsEqual: boolean
  /** A claim of some business has named this payer and was paid, so the same business may claim this credit later. */
  isKnownPayer: boolean
  /** It repeats a payment that was made: `told` by the code or the number of its buy, or it has only its `tail`. */
  paysAgain: 'told' | 'tail' | null
  /** Why it was paid to the standing number of a customer and becomes no buy. */
  goesBack?: string
}>

export type Candidate = Readonly<{
  transactionId: string
  businessId: string
  status: 'pending_payment' | 'part_paid' | 'expired' | 'cancelled'
  amountMinor: bigint
  leftMinor: bigint
  acceptedAt: Date
  expiresAt: Date
  payer: Readonly<{ accountNumber: string | null; bankCode: string | null; name: string | null }>
  expected: Readonly<{ code: string; expiresAt: Date }> | null
  /** The credit was paid to a number that only this buy had at that time. */
  isToOwnNumber: boolean
  /** Whether this business knows the payer, by the claimed number and bank. */
  knownPayer: 'bound' | 'known' | 'no'
  /** Another business knows the claimed number, at whatever bank, because a thief would name another bank. */
  isKnownElsewhere: boolean
  isSuspended: boolean
  /** By how much a payment may differ and still pay the claim in full. */
  toleranceMinor: bigint
  /** Payer's number or mask of the first part of a part-paid buy. */
  firstPartFrom: string | null
}>

export type AccountFacts = Readonly<{
  /** The only business that receives this account's number; null for a shared account. */
  dedicatedTo: string | null
  state: 'active' | 'draining' | 'frozen' | 'closed'
  /** When a business last named the payer of a payment on this account more than eight minutes after its booking. */
  claimedLateAt: Date | null
}>

/** Credits are ordered oldest first. So are the candidates of each. */
export type Question = Readonly<{
  account: AccountFacts
  now: Date
  credits: readonly Readonly<{ credit: OpenCredit; candidates: readonly Candidate[] }>[]
  /** Unused exposure limit of each business. A business that is missing here has none. */
  capLeftMinor: ReadonlyMap<string, bigint>
}>

export type Allocation = Readonly<{
  lineId: string
  transactionId: string
  businessId: string
  amountMinor: bigint
  event: 'paid_in_full' | 'paid_in_part' | 'topped_up' | 'late_credit'
  evidence: Evidence
  ground: Ground
}>

export type NewCase = Readonly<{
  kind: CaseKind
  lineId: string
  transactionId?: string
  businessId?: string
  /** While the case is open, the credit is not allocated automatically. */
  isBlocking: boolean
  summary: string
  facts: Record<string, unknown>
  proposal: Record<string, unknown>
  /** The case is opened only if this amount cannot be returned to the account in the bank's own record. */
  returnMinor?: bigint
  /** The amount is returned only if the account was read past this time, so that a recall would be known. */
  readPast?: Date
}>

export type Verdict = Readonly<{
  allocations: readonly Allocation[]
  cases: readonly NewCase[]
  /** Cases that are answered or replaced by another case. */
  closes: readonly Readonly<{ caseId: string; lineId: string; replacedBy: CaseKind | undefined }>[]
  /** The next time at which the verdict may change without new data. */
  lookAgainAt: Date | undefined
}>
