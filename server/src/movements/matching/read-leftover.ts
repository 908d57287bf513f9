import { askPerson } from './ask-person.ts'
import { claimTiming } from './claim-timing.ts'
import type { Weighed } from './evidence.ts'
import { type Finding, type Reading, waitUntil } from './reading.ts'
import { waitingTimes } from './waiting-times.ts'

/** Claims of exactly this amount that nothing contradicts and nothing proves: never by itself. */
export function readWeak(reading: Reading): Finding | undefined {
  const fitting = ofThisAmount(reading).filter(({ evidence, isExcluded }) => evidence === null && !isExcluded)
  if (fitting.length === 0) return undefined
  return askPerson(
    reading,
    'weak_evidence',
    fitting,
    'The amount fits, but the bank does not show enough of its payer.',
  )
}

/** Somebody else paid the amount of a claim: a friend, an agent, or a mistake in the number. A second equal payment is none of these. */
export function readThirdParty(reading: Reading): Finding | undefined {
  const fitting = ofThisAmount(reading).filter(({ isExcluded }) => isExcluded)
  if (fitting.length === 0 || reading.credit.followsEqual) return undefined
  const until = waitUntil(reading, waitingTimes.exactClaim)
  if (until !== undefined) return { kind: 'wait', until }
  return askPerson(reading, 'third_party', fitting, 'The amount fits, but another payer was named.')
}

/** Nothing fits. A payment that was made twice is told apart, and what else its payer claimed is shown. */
export function readNothing(reading: Reading): Finding {
  const { credit, weighed } = reading
  const until = waitUntil(reading, waitingTimes.anyClaim)
  if (until !== undefined) return { kind: 'wait', until }
  if (credit.followsEqual) {
    return askPerson(
      reading,
      'duplicate',
      [],
      'The same payer’s equal amount was given to a buy shortly before.',
    )
  }
  const related = weighed.filter(({ evidence }) => evidence !== null)
  if (related.length === 0) return askPerson(reading, 'unmatched', [], 'No claim fits it.')
  return askPerson(reading, 'unmatched', related, 'Its payer has claims, but of other amounts or times.')
}

function ofThisAmount({ credit, weighed }: Reading): Weighed[] {
  return weighed.filter(({ claim }) => {
    const timing = claimTiming(credit, claim)
    return claim.leftMinor === credit.leftMinor && timing !== 'past' && timing !== 'stale'
  })
}
