import { isLive, isNearInTime } from './claim-timing.ts'
import { isSameName, type Weighed } from './evidence.ts'
import type { AccountFacts, Allocation, Candidate, Ground, OpenCredit } from './open-credit.ts'

/**
 * Returns the one claim of a business that a credit pays for. Claims with the same payer and amount are interchangeable: the oldest is paid
 * first. Undefined if other claims match as well. Then only an operator can find out which one is meant.
 */
export function pickClaim(credit: OpenCredit, fitting: readonly Weighed[]): Weighed | undefined {
  if (fitting.length === 1) return fitting[0]
  const best =
    [
      fitting.filter(({ evidence }) => evidence !== 'account'),
      fitting.filter(({ claim }) => isSameName(credit, claim)),
      // When only the amount matches, an old unpaid claim must not prevent a match with a claim that was just made.
      fitting.filter(({ claim }) => isNearInTime(credit, claim)),
      fitting,
    ].find((some) => some.length > 0) ?? []
  const [first] = best
  return first !== undefined && best.every(({ claim }) => isInterchangeable(first.claim, claim))
    ? first
    : undefined
}

function isInterchangeable(one: Candidate, other: Candidate): boolean {
  if (one.transactionId === other.transactionId) return true
  return (
    one.payer.accountNumber !== null &&
    one.payer.accountNumber === other.payer.accountNumber &&
    (one.payer.bankCode ?? other.payer.bankCode) === (other.payer.bankCode ?? one.payer.bankCode) &&
    one.amountMinor === other.amountMinor &&
    one.leftMinor === other.leftMinor
  )
}

/** Why evidence alone does not prove that the credit belongs to this business. */
export const groundMissing = {
  suspended: 'The business that claims this credit is suspended.',
  known_elsewhere: 'The payer is known to another business, not to the one that claims this credit.',
  beyond_cap:
    'The credit exceeds the exposure limit of the business, and its payer is not verified for the business.',
  evidence_too_weak: 'The evidence for this claim does not identify the payer.',
} as const

type GroundMissing = keyof typeof groundMissing

type GroundFound = { isFound: true; ground: Ground } | { isFound: false; why: GroundMissing }

/**
 * Returns why this amount of a credit belongs to the business that claims it. Evidence shows which payment a claim means. It does not prove
 * that the claim is honest, because anyone who knows a payer's number can name it. `capLeftMinor` is the unused part of the exposure limit
 * that an operator granted the business.
 */
export function findGround(
  account: AccountFacts,
  { claim, evidence, isExpected }: Weighed,
  amountMinor: bigint,
  capLeftMinor: bigint,
): GroundFound {
  if (claim.isSuspended) return { isFound: false, why: 'suspended' }
  if (account.dedicatedTo === claim.businessId) return { isFound: true, ground: 'dedicated' }
  // A number alone does not make a payment expected. The amount or the code must match too.
  if (isExpected) return { isFound: true, ground: 'expected' }
  if (evidence !== 'number' && evidence !== 'mask') return { isFound: false, why: 'evidence_too_weak' }
  // A business may have claimed a stranger's payment within its limit. That must not free it from the limit, so a payer whom another
  // business knows too does not count as bound.
  if (claim.knownPayer === 'bound' && !claim.isKnownElsewhere) return { isFound: true, ground: 'bound' }
  if (claim.knownPayer === 'no' && claim.isKnownElsewhere) return { isFound: false, why: 'known_elsewhere' }
  return amountMinor <= capLeftMinor
    ? { isFound: true, ground: 'within_cap' }
    : { isFound: false, why: 'beyond_cap' }
}

/** Builds the allocation of this amount of a credit to a claim, with the event for the buy. */
export function allocate(
  credit: OpenCredit,
  { claim, evidence }: Weighed,
  amountMinor: bigint,
  ground: Ground,
): Allocation {
  if (evidence === null) throw new TypeError('an allocation needs evidence')
  const { transactionId, businessId } = claim
  const event = eventOf(claim, amountMinor)
  return { lineId: credit.lineId, transactionId, businessId, amountMinor, event, evidence, ground }
}

function eventOf(claim: Candidate, amountMinor: bigint): Allocation['event'] {
  if (!isLive(claim)) return 'late_credit'
  if (amountMinor < claim.leftMinor - claim.toleranceMinor) return 'paid_in_part'
  return claim.status === 'part_paid' ? 'topped_up' : 'paid_in_full'
}
