import type { CaseKind } from '../../records/cases/case-file.ts'
import { claimTiming, type Timing } from './claim-timing.ts'
import { bankLikeness, isOtherName, isSameName, payerLikeness, type Weighed } from './evidence.ts'
import type { Candidate, OpenCredit } from './open-credit.ts'
import type { Asked, Reading } from './reading.ts'

const MOST_CLAIMS = 20

/** Builds a case about a credit: the facts, why it was not allocated automatically, and the most likely decision. */
export function askPerson(
  reading: Reading,
  kind: CaseKind,
  about: readonly Weighed[],
  why: string,
  proposal: Record<string, unknown> = proposeFor(kind, reading, about),
): Asked {
  const [first] = about
  const isOneBusiness = about.every(({ claim }) => claim.businessId === first?.claim.businessId)
  const others = reading.weighed.filter((weighed) => !about.includes(weighed))
  return {
    kind: 'ask',
    case: {
      kind,
      lineId: reading.credit.lineId,
      ...(first !== undefined && about.length === 1 && { transactionId: first.claim.transactionId }),
      ...(first !== undefined && isOneBusiness && { businessId: first.claim.businessId }),
      isBlocking: !passingKinds.has(kind),
      summary: why,
      facts: {
        why,
        credit: creditFacts(reading.credit),
        candidates: [...about, ...others]
          .slice(0, MOST_CLAIMS)
          .map((weighed) => claimFacts(reading, weighed)),
      },
      proposal,
    },
  }
}

/** Cases that block nothing. A better claim may still arrive and closes them. Only operators close all others. */
export const passingKinds: ReadonlySet<CaseKind> = new Set<CaseKind>([
  'unmatched',
  'third_party',
  'weak_evidence',
  'duplicate',
])

type Proposal = Record<string, unknown>

/** Returns the most likely decision. If giving the money would help a thief as well as an owner, the proposal is a return to the payer. */
function proposeFor(kind: CaseKind, { credit }: Reading, about: readonly Weighed[]): Proposal {
  const only = about.length === 1 ? about[0] : undefined
  switch (kind) {
    case 'contested':
      return give(credit, oldFriend(about))
    case 'ownership_unproved':
    case 'stale_credit':
    case 'overpaid':
      return give(credit, unsuspected(only))
    case 'unmatched':
      return give(credit, only?.claim.leftMinor === credit.leftMinor ? unsuspected(only) : undefined)
    case 'weak_evidence':
    case 'third_party':
      return give(credit, oneNamed(credit, about))
    case 'ambiguous':
      return give(credit, oneNamed(credit, about) ?? about[0])
    default:
      return sendBack(credit)
  }
}

function give(credit: OpenCredit, chosen: Weighed | undefined): Proposal {
  if (chosen === undefined) return sendBack(credit)
  const { leftMinor, transactionId } = chosen.claim
  const amountMinor = leftMinor < credit.leftMinor ? leftMinor : credit.leftMinor
  return { action: 'allocate', transaction_id: transactionId, amount_minor: amountMinor.toString() }
}

/**
 * Proposes a return to the account number that the bank reports. Without a number, proposes to keep the credit until its owner asks for it.
 */
export function sendBack(credit: OpenCredit): Proposal {
  if (credit.payer.accountNumber === undefined) return { action: 'keep' }
  return { action: 'return', amount_minor: credit.leftMinor.toString() }
}

function unsuspected(chosen: Weighed | undefined): Weighed | undefined {
  if (chosen === undefined || chosen.claim.isSuspended) return undefined
  return chosen.claim.isKnownElsewhere && chosen.claim.knownPayer === 'no' ? undefined : chosen
}

/** Returns the claim of the only business that knows the payer. Undefined if two businesses do. */
function oldFriend(about: readonly Weighed[]): Weighed | undefined {
  const friends = about.filter(({ claim }) => claim.knownPayer !== 'no')
  return friends.every(({ claim }) => claim.businessId === friends[0]?.claim.businessId)
    ? friends[0]
    : undefined
}

function oneNamed(credit: OpenCredit, about: readonly Weighed[]): Weighed | undefined {
  const named = about.filter(({ claim }) => isSameName(credit, claim))
  return named.length === 1 ? named[0] : undefined
}

function creditFacts({ payer, ...credit }: OpenCredit): Record<string, unknown> {
  return {
    amount_minor: credit.grossMinor.toString(),
    left_minor: credit.leftMinor.toString(),
    booked_at: credit.bookedAt.toISOString(),
    payer_account: payer.accountNumber ?? payer.accountMask ?? null,
    payer_name: payer.name ?? null,
    payer_bank_code: payer.bankCode ?? null,
    narration: credit.narration,
  }
}

/** Describes one claim with the evidence for and against it, for the operator who decides. */
function claimFacts(reading: Reading, weighed: Weighed): Record<string, unknown> {
  const { claim } = weighed
  const said = sayAll(reading, weighed)
  return {
    transaction_id: claim.transactionId,
    business_id: claim.businessId,
    status: claim.status,
    amount_minor: claim.amountMinor.toString(),
    left_minor: claim.leftMinor.toString(),
    accepted_at: claim.acceptedAt.toISOString(),
    evidence: weighed.evidence,
    for: said.filter(([side]) => side === 'for').map(([, words]) => words),
    against: said.filter(([side]) => side === 'against').map(([, words]) => words),
  }
}

type Said = readonly [side: 'for' | 'against' | 'silent', words: string]

const silent: Said = ['silent', '']

function sayAll({ account, credit, capLeftMinor }: Reading, { claim, isExpected }: Weighed): Said[] {
  const amount = credit.leftMinor - claim.leftMinor
  return [
    amount === 0n
      ? ['for', 'the amount is exactly what the buy needs']
      : [
          'against',
          amount < 0n ? 'the amount is less than the buy needs' : 'the amount is more than the buy needs',
        ],
    sayNumber(credit, claim.payer.accountNumber),
    sayFor(bankLikeness(credit, claim), 'the bank is the same', 'the bank differs'),
    isSameName(credit, claim) ? ['for', 'the names agree'] : silent,
    isOtherName(credit, claim) ? ['against', 'the names differ'] : silent,
    sayFor(
      payerLikeness(credit.payer, claim.firstPartFrom),
      'the payer also paid the first part',
      'somebody else paid the first part',
    ),
    isExpected ? ['for', 'the amount or the code is that of a pay link'] : silent,
    timings[claimTiming(credit, claim)],
    account.dedicatedTo === claim.businessId ? ['for', 'the account is dedicated to the business'] : silent,
    knownPayers[claim.knownPayer],
    claim.isKnownElsewhere ? ['against', 'the payer is known to another business'] : silent,
    claim.isSuspended ? ['against', 'the business is suspended'] : silent,
    capLeftMinor(claim.businessId) < credit.leftMinor
      ? ['against', 'the amount is more than the remaining exposure limit of the business']
      : silent,
  ]
}

const knownPayers: Readonly<Record<Candidate['knownPayer'], Said>> = {
  bound: ['for', 'the payer has paid the business before, and long enough ago to be trusted'],
  known: ['for', 'the payer has paid the business before'],
  no: silent,
}

const timings: Readonly<Record<Timing, Said>> = {
  stale: ['against', 'the buy claimed the credit more than 72 hours after it was booked'],
  in_time: ['for', 'the credit was booked before the buy expired'],
  ending: ['against', 'the credit was booked after the buy expired'],
  late: ['against', 'the buy has ended'],
  past: ['against', 'the buy ended long before the credit arrived'],
}

function sayNumber({ payer }: OpenCredit, claimed: string | null): Said {
  const isWhole = payer.accountNumber !== undefined
  const words = isWhole
    ? 'all ten digits of the payer’s account number match'
    : 'the visible digits of the payer’s account number match'
  return sayFor(payerLikeness(payer, claimed), words, 'the account number differs')
}

function sayFor(likeness: 'same' | 'other' | 'unknown', same: string, other: string): Said {
  if (likeness === 'unknown') return silent
  return likeness === 'same' ? ['for', same] : ['against', other]
}
