import { namesAgree, namesContradict, namesMayAgree } from '../../records/names/compare-names.ts'
import type { Payer } from '../feeds/bank-line.ts'
import { waitingTimes } from './claim-timing.ts'
import type { AccountFacts, Candidate, Evidence, OpenCredit } from './open-credit.ts'

export type Weighed = Readonly<{
  claim: Candidate
  /** Evidence that this claim means this credit. Null means that there is none, which is not yet a contradiction. */
  evidence: Evidence | null
  /** A contradiction: another number, another bank, or another payer than that of the first part. */
  isExcluded: boolean
  /** The credit was paid to the number of this claim, has the exact amount of its expected payment, or contains its code. */
  isExpected: boolean
}>

const KOBO = 100n

/** Collects the evidence for one claim on one credit. The amount counts only if it is itself the evidence. */
export function weighClaim(account: AccountFacts, credit: OpenCredit, claim: Candidate): Weighed {
  if (isExcluded(credit, claim)) {
    return { claim, evidence: null, isExcluded: true, isExpected: false }
  }
  if (claim.isToOwnNumber) return weighOwnNumber(credit, claim)
  const isExpected = isExpectedPayment(credit, claim)
  const evidence = payerEvidence(credit, claim) ?? otherEvidence(account, credit, claim, isExpected)
  return { claim, evidence, isExcluded: false, isExpected }
}

/**
 * Anyone who knows the number can pay a little to it. So less than half of the amount proves nothing: otherwise a few naira would spoil the
 * exact payment.
 */
function weighOwnNumber(credit: OpenCredit, claim: Candidate): Weighed {
  const isEnough = credit.leftMinor * 2n >= claim.leftMinor
  return { claim, evidence: isEnough ? 'own_number' : null, isExcluded: false, isExpected: isEnough }
}

function isExcluded(credit: OpenCredit, claim: Candidate): boolean {
  return (
    payerLikeness(credit.payer, claim.payer.accountNumber) === 'other' ||
    bankLikeness(credit, claim) === 'other' ||
    // All parts of one buy must come from one payer. Otherwise a stranger could complete it.
    payerLikeness(credit.payer, claim.firstPartFrom) === 'other'
  )
}

function payerEvidence(credit: OpenCredit, claim: Candidate): Evidence | null {
  if (payerLikeness(credit.payer, claim.payer.accountNumber) !== 'same') return null
  const isSameBank = bankLikeness(credit, claim) === 'same'
  if (credit.payer.accountNumber === undefined)
    return isShownByMask(credit, claim, isSameBank) ? 'mask' : null
  // Ten digits are unique only within one bank. Without the bank, the name must not contradict them.
  return isSameBank || !isOtherName(credit, claim) ? 'number' : null
}

/** A mask counts only together with the bank and the name. If the business knows the payer, one of the two may be incomplete. */
function isShownByMask(credit: OpenCredit, claim: Candidate, isSameBank: boolean): boolean {
  if (claim.knownPayer === 'no') return isSameBank && isSameName(credit, claim)
  return isSameBank ? mayBeSameName(credit, claim) : isSameName(credit, claim)
}

function otherEvidence(
  account: AccountFacts,
  credit: OpenCredit,
  claim: Candidate,
  isExpected: boolean,
): Evidence | null {
  if (isOtherName(credit, claim)) return null
  if (claim.status === 'part_paid' && payerLikeness(credit.payer, claim.firstPartFrom) !== 'same') return null
  if (isExpected) return hasCode(credit, claim) ? 'code' : 'tail'
  return account.dedicatedTo === claim.businessId && isMeantByAmount(credit, claim) ? 'account' : null
}

/**
 * Returns whether the amount alone may mean the claim. A payer who rounds pays whole naira. Other kobo are the tail of another payment, and a
 * payment that repeats one means nothing new.
 */
function isMeantByAmount(credit: OpenCredit, claim: Candidate): boolean {
  if (credit.paysAgain !== null) return false
  return credit.leftMinor === claim.leftMinor || (credit.leftMinor % KOBO === 0n && isPaidBy(credit, claim))
}

/** Returns whether the credit pays all that the claim lacks, within the tolerance of its business. */
export function isPaidBy(credit: OpenCredit, { leftMinor, toleranceMinor }: Candidate): boolean {
  const difference = credit.leftMinor - leftMinor
  return difference <= toleranceMinor && -difference <= toleranceMinor
}

/**
 * Anyone can type a code. So a code counts only from half of the requested amount on: otherwise a few naira with a stranger's code would
 * spoil the exact payment. A payment cannot be booked before we requested it: otherwise anyone could claim a
 * waiting credit by requesting its amount.
 */
function isExpectedPayment(credit: OpenCredit, claim: Candidate): boolean {
  if (claim.expected === null) return false
  const bookedAt = credit.bookedAt.getTime()
  if (bookedAt < claim.acceptedAt.getTime() - waitingTimes.clocksApart) return false
  if (bookedAt > claim.expected.expiresAt.getTime() + waitingTimes.amountRests) return false
  // An amount of whole naira has no tail: any payer may pay it.
  const hasTail = claim.amountMinor % KOBO !== 0n
  const isWholeAmount =
    hasTail && credit.leftMinor === claim.amountMinor && claim.leftMinor === claim.amountMinor
  return isWholeAmount || (credit.leftMinor * 2n >= claim.leftMinor && hasCode(credit, claim))
}

function hasCode(credit: OpenCredit, claim: Candidate): boolean {
  return claim.expected !== null && carriesCode(credit.narration, claim.expected.code)
}

export function bankLikeness({ payer }: OpenCredit, claim: Candidate): Likeness {
  if (payer.bankCode === undefined || claim.payer.bankCode === null) return 'unknown'
  return payer.bankCode === claim.payer.bankCode ? 'same' : 'other'
}

export function isSameName({ payer }: OpenCredit, claim: Candidate): boolean {
  return payer.name !== undefined && claim.payer.name !== null && namesAgree(payer.name, claim.payer.name)
}

function mayBeSameName({ payer }: OpenCredit, claim: Candidate): boolean {
  return payer.name !== undefined && claim.payer.name !== null && namesMayAgree(payer.name, claim.payer.name)
}

export function isOtherName({ payer }: OpenCredit, claim: Candidate): boolean {
  return (
    payer.name !== undefined && claim.payer.name !== null && namesContradict(payer.name, claim.payer.name)
  )
}

/** Fewer digits match at least one number in a hundred, which proves too little. */
const FEWEST_SHOWN = 3
const HIDDEN = '*'

/**
 * Compares a payer's number, or the mask that the bank shows, with a given number or mask. Both have ten characters, and `*` hides a digit.
 */
export function payerLikeness(payer: Payer, given: string | null): Likeness {
  const seen = payer.accountNumber ?? payer.accountMask
  if (seen === undefined || given === null) return 'unknown'
  if (seen.length !== given.length) return 'other'
  let shown = 0
  for (let place = 0; place < seen.length; place += 1) {
    if (seen[place] === HIDDEN || given[place] === HIDDEN) continue
    if (seen[place] !== given[place]) return 'other'
    shown += 1
  }
  return shown >= FEWEST_SHOWN ? 'same' : 'unknown'
}

/** `unknown`: one of the two shows too little, so it supports nothing and excludes nothing. */
type Likeness = 'same' | 'other' | 'unknown'

/** Returns whether a narration contains the code as a separate word. Inside a longer run of letters or digits it is a coincidence. */
function carriesCode(narration: string, code: string): boolean {
  return narration
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .includes(code.toUpperCase())
}
