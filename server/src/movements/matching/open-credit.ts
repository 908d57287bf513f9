import type { CaseKind } from '../../records/cases/case-file.ts'
import type { Payer } from '../feeds/bank-line.ts'

/** What spoke for a claim: `number` is all ten digits; `mask` is what a mask shows with the bank and the name. */
export type Evidence = 'number' | 'mask' | 'tail' | 'code' | 'account' | 'person'

/** Why the money belongs to the business that claims it. */
export type Ground = 'dedicated' | 'expected' | 'bound' | 'within_cap' | 'person'

export type OpenCredit = Readonly<{
  lineId: string
  leftMinor: bigint
  grossMinor: bigint
  bookedAt: Date
  /** The best that is known of the payer by now, not what was seen first. */
  payer: Payer
  narration: string
  /** Those that do not block: a credit that is blocked by a case is not asked about. */
  openCases: readonly Readonly<{ id: string; kind: CaseKind }>[]
  /** The same payer's equal amount was given to a buy on this account in the last seven days. */
  followsEqual: boolean
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
  /** Of this business: number and bank as claimed. */
  knownPayer: 'bound' | 'known' | 'no'
  /** The claimed number and bank are known to another business. */
  isKnownElsewhere: boolean
  isSuspended: boolean
  /** The payer's number, or mask, of the first part of a buy that is paid in part. */
  firstPartFrom: string | null
}>

export type AccountFacts = Readonly<{
  /** The business that alone is told of this account; null on a shared one. */
  dedicatedTo: string | null
  state: 'active' | 'draining' | 'frozen' | 'closed'
}>

/** Credits come oldest first, candidates first come first. */
export type Question = Readonly<{
  account: AccountFacts
  now: Date
  credits: readonly Readonly<{ credit: OpenCredit; candidates: readonly Candidate[] }>[]
  /** What each business may still be given on trust; a business that is not named has nothing. */
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
  /** While it is open nothing happens to the credit by itself. */
  isBlocking: boolean
  summary: string
  facts: Record<string, unknown>
  proposal: Record<string, unknown>
}>

export type Verdict = Readonly<{
  allocations: readonly Allocation[]
  cases: readonly NewCase[]
  /** Questions that were answered, or in whose place another is asked. */
  closes: readonly Readonly<{ caseId: string; lineId: string; replacedBy: CaseKind | undefined }>[]
  /** When time alone may change a verdict. */
  lookAgainAt: Date | undefined
}>
