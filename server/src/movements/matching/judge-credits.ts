import { passingKinds } from './ask-person.ts'
import { weighClaim } from './evidence.ts'
import type { AccountFacts, Allocation, Candidate, NewCase, Question, Verdict } from './open-credit.ts'
import { readExact } from './read-exact.ts'
import {
  readPaidAgain,
  readPartAndOver,
  readThirdParty,
  readUnmatched,
  readUnserved,
  readWeakEvidence,
} from './read-inexact.ts'
import type { Finding, Reading } from './reading.ts'

/**
 * Decides which business and which buy each credit belongs to. A credit is allocated only with evidence (this claim means this payment),
 * with a ground (the payment belongs to this business), and if only one business has evidence. Any other credit waits or opens a case.
 * Pure: the same question has the same verdict, and credits affect each other only through shared claims and limits.
 */
export function judgeCredits(question: Question): Verdict {
  const { account, now } = question
  if (account.state === 'frozen') return { allocations: [], cases: [], closes: [], lookAgainAt: undefined }
  const tally = createTally(question.capLeftMinor)
  const allocations: Allocation[] = []
  const cases: NewCase[] = []
  const closes: Verdict['closes'][number][] = []
  const looks: Date[] = []
  for (const { credit, candidates } of question.credits) {
    const claims = candidates.filter((claim) => tally.isOpen(claim) && mayUse(account, claim))
    if (claims.some(tally.isMoved)) {
      looks.push(now)
      continue
    }
    const weighed = claims.map((claim) => weighClaim(account, credit, claim))
    const finding = findFor({ account, now, credit, weighed, capLeftMinor: tally.capLeftMinor })
    if (finding.kind === 'wait') {
      looks.push(finding.until)
      continue
    }
    if (finding.kind === 'give') {
      tally.take(finding.allocation)
      allocations.push(finding.allocation)
    }
    const asked = finding.kind === 'give' ? finding.also : finding.case
    const isAsked = credit.openCases.some(({ kind }) => kind === asked?.kind)
    if (asked !== undefined && !isAsked) cases.push(asked)
    const outdated = credit.openCases.filter(({ kind }) => passingKinds.has(kind) && kind !== asked?.kind)
    closes.push(...outdated.map(({ id }) => ({ caseId: id, lineId: credit.lineId, replacedBy: asked?.kind })))
  }
  return { allocations, cases, closes, lookAgainAt: earliest(looks) }
}

/** A dedicated account serves only its own business, whatever other businesses claim. */
function mayUse({ dedicatedTo }: AccountFacts, { businessId }: Candidate): boolean {
  return dedicatedTo === null || dedicatedTo === businessId
}

function findFor(reading: Reading): Finding {
  // The remainder of a divided credit is not the amount that its payer sent, so the amount proves nothing.
  if (reading.credit.leftMinor !== reading.credit.grossMinor) return readUnmatched(reading)
  return (
    readUnserved(reading) ??
    readExact(reading) ??
    readPaidAgain(reading) ??
    readWeakEvidence(reading) ??
    readPartAndOver(reading) ??
    readThirdParty(reading) ??
    readUnmatched(reading)
  )
}

function earliest(times: readonly Date[]): Date | undefined {
  return times.reduce<Date | undefined>(
    (first, time) => (first === undefined || time < first ? time : first),
    undefined,
  )
}

/** Allocations of one call so far, so that no claim and no limit is used twice. */
type Tally = Readonly<{
  /** The claim is not yet paid in full. */
  isOpen(claim: Candidate): boolean
  /** The claim changed in this call, so it must be read again first. */
  isMoved(claim: Candidate): boolean
  capLeftMinor(businessId: string): bigint
  take(allocation: Allocation): void
}>

function createTally(caps: Question['capLeftMinor']): Tally {
  const givenMinor = new Map<string, bigint>()
  const usedMinor = new Map<string, bigint>()
  return {
    isOpen: (claim) => claim.leftMinor > (givenMinor.get(claim.transactionId) ?? 0n),
    isMoved: (claim) => givenMinor.has(claim.transactionId),
    capLeftMinor: (businessId) => (caps.get(businessId) ?? 0n) - (usedMinor.get(businessId) ?? 0n),
    take({ transactionId, businessId, amountMinor, ground }) {
      givenMinor.set(transactionId, (givenMinor.get(transactionId) ?? 0n) + amountMinor)
      if (ground === 'within_cap') usedMinor.set(businessId, (usedMinor.get(businessId) ?? 0n) + amountMinor)
    },
  }
}
