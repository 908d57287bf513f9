import type { CaseKind } from '../../records/cases/case-file.ts'
import { isSameName, type Weighed } from './evidence.ts'
import type { OpenCredit } from './open-credit.ts'
import type { Reading } from './reading.ts'

type Proposal = Record<string, unknown>

/** What a person would most likely do. Where giving would help a thief as well as an owner, the money goes back to its payer. */
export function proposeFor(kind: CaseKind, { credit }: Reading, about: readonly Weighed[]): Proposal {
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

/** Only to the number in the bank's own record; what shows none stays until somebody asks for it. */
export function sendBack(credit: OpenCredit): Proposal {
  if (credit.payer.accountNumber === undefined) return { action: 'keep' }
  return { action: 'return', amount_minor: credit.leftMinor.toString() }
}

function unsuspected(chosen: Weighed | undefined): Weighed | undefined {
  if (chosen === undefined || chosen.claim.isSuspended) return undefined
  return chosen.claim.isKnownElsewhere && chosen.claim.knownPayer === 'no' ? undefined : chosen
}

/** The one claim whose business has known the payer; nobody when two have. */
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
