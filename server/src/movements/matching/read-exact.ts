import { askPerson } from './ask-person.ts'
import { allocate, findGround, groundMissing, pickClaim } from './choose-claim.ts'
import { claimTiming, type Timing, waitingTimes } from './claim-timing.ts'
import { isPaidBy, isSameName, type Weighed } from './evidence.ts'
import type { OpenCredit } from './open-credit.ts'
import { type Finding, isOfOneBusiness, type Reading, waitUntil } from './reading.ts'

/** A claim that is past its end is ended within seconds; matching tries again after this time. */
const ENDING_CLAIM_RECHECK_MS = 60_000

/**
 * Matches a credit with claims that have evidence and exactly its amount; if there are none, with claims that it pays within the tolerance.
 * Only this rule pays a buy in full, at once and automatically.
 */
export function readExact(reading: Reading): Finding | undefined {
  const { credit, now } = reading
  const meant = reading.weighed.filter(
    ({ evidence, claim }) => evidence !== null && claimTiming(credit, claim) !== 'past',
  )
  const equal = meant.filter(({ claim }) => claim.leftMinor === credit.leftMinor)
  const tolerated = meant.filter((one) => isTolerated(credit, one))
  const exact = equal.length > 0 ? equal : tolerated
  const timed = (wanted: Timing) => exact.filter(({ claim }) => claimTiming(credit, claim) === wanted)
  const [inTime, ending, late, stale] = [
    timed('in_time'),
    timed('ending'),
    timed('late').filter(isTold),
    timed('stale'),
  ]
  const fitting = [...inTime, ...ending, ...late, ...stale]
  if (fitting.length > 0 && !isOfOneBusiness([...fitting, ...tolerated])) {
    return askPerson(
      reading,
      'contested',
      [...new Set([...fitting, ...tolerated])],
      'Several businesses have evidence for this credit.',
    )
  }
  if (inTime.length > 0) return decide(reading, inTime)
  // The buy's state machine accepts a late credit only after the buy has ended.
  if (ending.length > 0) return { kind: 'wait', until: new Date(now.getTime() + ENDING_CLAIM_RECHECK_MS) }
  if (late.length > 0) return decideLate(reading, late)
  if (stale.length === 0) return undefined
  return askPerson(
    reading,
    'stale_credit',
    stale,
    'The credit was booked more than 72 hours before it was claimed.',
  )
}

/**
 * A lost kobo tail proves nothing, so the amount may differ only if the code is there, or if only this buy or this business is paid here.
 * With the number of the payer, readPartAndOver waits first, because a claim of the exact amount may follow.
 */
function isTolerated(credit: OpenCredit, { evidence, claim }: Weighed): boolean {
  return (
    (evidence === 'code' || evidence === 'own_number' || evidence === 'account') && isPaidBy(credit, claim)
  )
}

/** The mere absence of a contradiction does not make a payment belong to a buy that ended. */
function isTold({ evidence }: Weighed): boolean {
  return evidence !== 'account'
}

function decide(reading: Reading, fitting: readonly Weighed[]): Finding {
  const { account, credit } = reading
  const isDoubtful = fitting.every((one) => isByAmountAlone(credit, one))
  const until = isDoubtful ? waitUntil(reading, waitingTimes.exactClaim) : undefined
  if (until !== undefined) return { kind: 'wait', until }
  const chosen = pickClaim(credit, fitting)
  if (chosen === undefined) {
    return askPerson(reading, 'ambiguous', fitting, 'Several buys of one business match equally.')
  }
  const found = findGround(account, chosen, credit.leftMinor, reading.capLeftMinor(chosen.claim.businessId))
  if (!found.isFound) return askPerson(reading, 'ownership_unproved', [chosen], groundMissing[found.why])
  return { kind: 'give', allocation: allocate(credit, chosen, credit.leftMinor, found.ground) }
}

/**
 * Returns whether only the amount matches. Later, another customer's claim may arrive, or another credit with a visible payer may use up
 * this claim.
 */
function isByAmountAlone(credit: OpenCredit, { claim, evidence }: Weighed): boolean {
  return evidence === 'account' && !isSameName(credit, claim)
}

/** A late payer may be about to claim again, so matching waits for the new claim. The business decides what happens to a late credit. */
function decideLate(reading: Reading, late: readonly Weighed[]): Finding {
  const until = waitUntil(reading, waitingTimes.exactClaim)
  if (until !== undefined) return { kind: 'wait', until }
  const finding = decide(reading, late)
  if (finding.kind !== 'give') return finding
  const given = late.filter(({ claim }) => claim.transactionId === finding.allocation.transactionId)
  const asked = askPerson(reading, 'late_credit', given, 'The credit arrived after the buy had ended.', {
    action: 'accept_late',
  })
  return { ...finding, also: asked.case }
}
