import type { CaseKind } from '../../records/cases/case-file.ts'
import { claimFacts, creditFacts } from './case-facts.ts'
import type { Weighed } from './evidence.ts'
import { passingKinds } from './passing-kinds.ts'
import { proposeFor } from './propose-for.ts'
import type { Asked, Reading } from './reading.ts'

const MOST_CLAIMS = 20

/** A case about a credit: what is known, why it was not given by itself, and what would most likely be right. */
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
