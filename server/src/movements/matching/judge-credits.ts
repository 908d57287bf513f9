import { passingKinds } from './ask-person.ts'
import { weighClaim } from './evidence.ts'
import type { AccountFacts, Allocation, Candidate, NewCase, Question, Verdict } from './open-credit.ts'
import { readExact } from './read-exact.ts'
import { readPartAndOver, readThirdParty, readUnmatched, readWeakEvidence } from './read-inexact.ts'
import type { Finding, Reading } from './reading.ts'

/**
 * Whose each credit is. Nothing is given without evidence (this claim means this payment), a ground (the payment is this
 * business's) and one business that has evidence; whatever is short of that waits, or a person is asked. Pure: the same
 * question has the same verdict, and only claims and caps that credits share connect them.
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

/** A dedicated account is no business of others, whatever they claim. */
function mayUse({ dedicatedTo }: AccountFacts, { businessId }: Candidate): boolean {
  return dedicatedTo === null || dedicatedTo === businessId
}

function findFor(reading: Reading): Finding {
  // What is left of a credit that somebody has divided is not what its payer sent: its amount proves nothing.
  if (reading.credit.leftMinor !== reading.credit.grossMinor) return readUnmatched(reading)
  return (
    readExact(reading) ??
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

/** What one call has given away by now, so that no claim and no cap is used twice. */
type Tally = Readonly<{
  /** Not yet given all of its money. */
  isOpen(claim: Candidate): boolean
  /** Its state has changed in this call, so that it must be read anew first. */
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
