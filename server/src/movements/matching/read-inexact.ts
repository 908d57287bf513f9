import { askPerson, sendBack } from './ask-person.ts'
import { allocate, findGround, groundMissing, pickClaim } from './choose-claim.ts'
import { claimTiming, isNearInTime, waitingTimes } from './claim-timing.ts'
import { isPaidBy, type Weighed } from './evidence.ts'
import type { Evidence, Ground, OpenCredit } from './open-credit.ts'
import { type Finding, isOfOneBusiness, type Reading, waitUntil } from './reading.ts'

/**
 * Handles a payer who paid less or more than a claim says. The exact claim may still arrive, so matching waits for it. Only a claim near in
 * time and amount is used. Other credits are left to operators.
 */
export function readPartAndOver(reading: Reading): Finding | undefined {
  const { credit, weighed } = reading
  const fitting = weighed.filter(
    ({ claim, evidence }) =>
      (evidence === 'number' || evidence === 'mask' || saysWhich(evidence)) &&
      claim.leftMinor !== credit.leftMinor &&
      claimTiming(credit, claim) === 'in_time',
  )
  const near = fitting.filter((one) => isNear(credit, one))
  if (near.length === 0) return undefined
  const until = near.every(({ evidence }) => saysWhich(evidence)) ? undefined : waitFrom(reading, near)
  if (until !== undefined) return { kind: 'wait', until }
  if (!isOfOneBusiness(fitting)) {
    const why = 'The payer has buys at several businesses, none of this amount.'
    return askPerson(reading, 'contested', fitting, why)
  }
  const chosen = pickClaim(credit, near)
  if (chosen === undefined) {
    return askPerson(reading, 'ambiguous', near, 'The payer has several buys, none of this amount.')
  }
  const isWhole = isPaidBy(credit, chosen.claim)
  return isWhole || credit.leftMinor < chosen.claim.leftMinor
    ? readPart(reading, chosen, isWhole)
    : readOver(reading, chosen)
}

/** The code or the number says which payment is meant, so nothing else is awaited. */
function saysWhich(evidence: Evidence | null): boolean {
  return evidence === 'code' || evidence === 'own_number'
}

/** Less than half of the claimed amount, or over a quarter more, is probably another payment, unless it contains the code. */
function isNear(credit: OpenCredit, { claim, evidence }: Weighed): boolean {
  if (saysWhich(evidence)) return true
  const [paid, claimed] = [credit.leftMinor, claim.leftMinor]
  return isNearInTime(credit, claim) && paid * 2n >= claimed && paid * 4n <= claimed * 5n
}

/** Waits half an hour after the credit and after the claim, because the counterpart of each may still arrive. */
function waitFrom({ credit, now }: Reading, near: readonly Weighed[]): Date | undefined {
  const last = Math.max(credit.bookedAt.getTime(), ...near.map(({ claim }) => claim.acceptedAt.getTime()))
  const due = new Date(last + waitingTimes.exactClaim)
  return due.getTime() > now.getTime() ? due : undefined
}

/** Allocates all of a credit that is less than the claim, or that pays it within the tolerance. */
function readPart(reading: Reading, chosen: Weighed, isWhole: boolean): Finding {
  const { account, credit } = reading
  if (!isWhole && chosen.claim.status === 'part_paid') {
    const why = 'This further part does not complete the buy.'
    return askPerson(reading, 'ambiguous', [chosen], why, sendBack(credit))
  }
  const found = findGround(account, chosen, credit.leftMinor, reading.capLeftMinor(chosen.claim.businessId))
  if (!found.isFound) return askPerson(reading, 'ownership_unproved', [chosen], groundMissing[found.why])
  return { kind: 'give', allocation: allocate(credit, chosen, credit.leftMinor, found.ground) }
}

const surest: ReadonlySet<Ground> = new Set<Ground>(['dedicated', 'expected', 'bound'])

/** Allocates the claimed amount if it surely belongs to the business. The remainder is returned to its payer, or a case proposes that. */
function readOver(reading: Reading, chosen: Weighed): Finding {
  const { account, credit } = reading
  const { claim } = chosen
  const why = 'The credit is more than the buy needs.'
  const found = findGround(account, chosen, claim.leftMinor, 0n)
  if (!found.isFound || !surest.has(found.ground)) return askPerson(reading, 'overpaid', [chosen], why)
  const restMinor = credit.leftMinor - claim.leftMinor
  const proposal = { action: 'return', amount_minor: restMinor.toString() }
  return {
    kind: 'give',
    allocation: allocate(credit, chosen, claim.leftMinor, found.ground),
    also: { ...askPerson(reading, 'overpaid', [chosen], why, proposal).case, returnMinor: restMinor },
  }
}

/** Returns a payment to the standing number of a customer that becomes no buy. */
export function readUnserved(reading: Reading): Finding | undefined {
  const { credit } = reading
  if (credit.goesBack === undefined) return undefined
  const asked = askPerson(reading, 'unmatched', [], credit.goesBack, sendBack(credit))
  return { ...asked, case: { ...asked.case, returnMinor: credit.leftMinor } }
}

/** Returns a payment that has the tail or the code of a payment that was made before. */
export function readPaidAgain(reading: Reading): Finding | undefined {
  const { credit } = reading
  if (credit.paysAgain === null) return undefined
  // The kobo may be another payer's by chance, who pays first and claims then.
  const until = credit.paysAgain === 'tail' ? waitForPrompt(reading) : undefined
  if (until !== undefined) return { kind: 'wait', until }
  const why = 'The credit has the amount or the code of a pay link that was paid already.'
  const asked = askPerson(reading, 'duplicate', [], why)
  return { ...asked, case: { ...asked.case, returnMinor: credit.leftMinor } }
}

/**
 * Claims of about this amount without any evidence or contradiction are never matched automatically. A payment for a pay link whose payer
 * sent neither the kobo nor the code goes back.
 */
export function readWeakEvidence(reading: Reading): Finding | undefined {
  const { credit } = reading
  const open = inTime(reading).filter(({ evidence, isExcluded }) => evidence === null && !isExcluded)
  const equal = open.filter(({ claim }) => claim.leftMinor === credit.leftMinor)
  const fitting = equal.length > 0 ? equal : open.filter(({ claim }) => isPaidBy(credit, claim))
  if (fitting.length === 0) return undefined
  const isForLinks =
    mayGoBack(reading) &&
    fitting.every(({ claim }) => claim.expected !== null && claim.status !== 'part_paid')
  // The payer meant none of these links, because none was open.
  if (isForLinks && !fitting.some((one) => wasOpen(credit, one))) return undefined
  const until = isForLinks ? waitForPrompt(reading) : waitForNumber(reading, fitting)
  if (until !== undefined) return { kind: 'wait', until }
  const why = 'The amount matches, but the bank shows too little about the payer.'
  const asked = askPerson(reading, 'weak_evidence', fitting, why)
  return isForLinks ? { ...asked, case: { ...asked.case, returnMinor: credit.leftMinor } } : asked
}

/** If the bank shows the payer's number and these claims name none, the claim that names it may still arrive. */
function waitForNumber(reading: Reading, fitting: readonly Weighed[]): Date | undefined {
  if (reading.credit.payer.accountNumber === undefined) return undefined
  if (fitting.some(({ claim }) => claim.payer.accountNumber !== null)) return undefined
  return waitUntil(reading, waitingTimes.exactClaim)
}

/**
 * Returns whether a credit that no buy gets may go back by itself: it came to a shared account, with the number of its payer. A payer whom a
 * business knows is left to people, because that business may claim the credit later. So is the rest of a divided credit.
 */
function mayGoBack({ account, credit }: Reading): boolean {
  return (
    account.dedicatedTo === null &&
    credit.payer.accountNumber !== undefined &&
    !credit.isKnownPayer &&
    credit.leftMinor === credit.grossMinor
  )
}

function wasOpen({ bookedAt }: OpenCredit, { claim }: Weighed): boolean {
  return (
    bookedAt.getTime() >= claim.acceptedAt.getTime() - waitingTimes.clocksApart &&
    bookedAt.getTime() <= claim.expiresAt.getTime()
  )
}

/**
 * Only a claim that names the payer can still get a payment that looks like one for a pay link. Where such claims come late, half an hour
 * is left to them.
 */
function waitForPrompt(reading: Reading): Date | undefined {
  const { account, now } = reading
  const lateUntil = (account.claimedLateAt?.getTime() ?? 0) + waitingTimes.lateClaimsRemembered
  const areLate = account.claimedLateAt !== null && lateUntil > now.getTime()
  return waitUntil(reading, areLate ? waitingTimes.exactClaim : waitingTimes.promptClaim)
}

/**
 * Handles a payment of a claim's amount by a third party: a friend, an agent or a mistyped number. Leaves a payment that was probably made
 * twice to readUnmatched.
 */
export function readThirdParty(reading: Reading): Finding | undefined {
  const fitting = inTime(reading).filter(
    ({ isExcluded, claim }) => isExcluded && claim.leftMinor === reading.credit.leftMinor,
  )
  if (fitting.length === 0 || reading.credit.followsEqual) return undefined
  const until = waitUntil(reading, waitingTimes.exactClaim)
  if (until !== undefined) return { kind: 'wait', until }
  return askPerson(reading, 'third_party', fitting, 'The amount matches, but the buy names another payer.')
}

/**
 * Handles a credit that matches nothing. It goes back a day after it was booked, because no claim is expected then. People decide about a
 * payment that was made twice, and about a payer with other claims.
 */
export function readUnmatched(reading: Reading): Finding {
  const { credit, weighed } = reading
  const until = waitUntil(reading, waitingTimes.anyClaim)
  if (until !== undefined) return { kind: 'wait', until }
  if (credit.followsEqual) {
    return askPerson(
      reading,
      'duplicate',
      [],
      'An equal credit from the same payer was allocated to a buy shortly before.',
    )
  }
  const related = weighed.filter(({ evidence }) => evidence !== null)
  if (related.length === 0) {
    const asked = askPerson(reading, 'unmatched', [], 'No buy matches this credit.')
    if (!mayGoBack(reading)) return asked
    const readPast = new Date(credit.bookedAt.getTime() + waitingTimes.anyClaim)
    return { ...asked, case: { ...asked.case, returnMinor: credit.leftMinor, readPast } }
  }
  return askPerson(
    reading,
    'unmatched',
    related,
    'The payer has buys, but for other amounts or at other times.',
  )
}

function inTime({ credit, weighed }: Reading): Weighed[] {
  return weighed.filter(({ claim }) => !['past', 'stale'].includes(claimTiming(credit, claim)))
}
