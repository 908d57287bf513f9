import { HOUR } from '../world/times.ts'
import type { Attack, Claim, Credit, World } from '../world/world.ts'
import type { AllocationRow } from './read-record.ts'

export type Release = AllocationRow & Readonly<{ claim: Claim; credit: Credit }>

export type Releases = Readonly<{
  /** Given to the true owner. */
  right: readonly Release[]
  /**
   * Given to a thief within the cap that an operator granted: only on that ground, with evidence, and while no other business was known to
   * have received money of this payer.
   */
  withinCapThefts: readonly Release[]
  /** Given to the right business on its own account, but to another customer. */
  mixedUp: readonly Release[]
  /** Given to anybody else, or against a rule. There must be none. */
  wrong: readonly Release[]
}>

export type Lookup = Readonly<{
  claimsOfBuys: ReadonlyMap<string, number>
  creditsOfLines: ReadonlyMap<string, number>
}>

// Attacks in which the thief can know the stranger's payment. All other attacks lack evidence, and no cap excuses a release to them.
const withEvidence: ReadonlySet<Attack> = new Set<Attack>([
  'first_by_spent',
  'first_within_cap',
  'known_elsewhere',
  'mask_name',
  'near_amount',
  'soak_larger',
  'soak_smaller',
  'unclaimed',
])
const FINDS_BACK = 72 * HOUR

/** Compares the automatic allocations with the true owners. */
export function judgeReleases(world: World, lookup: Lookup, allocations: readonly AllocationRow[]): Releases {
  const verdicts: Record<keyof Releases, Release[]> = {
    right: [],
    withinCapThefts: [],
    mixedUp: [],
    wrong: [],
  }
  const known = new Map<string, Set<number>>()
  for (const allocation of allocations) {
    if (allocation.decidedBy !== 'matching') continue
    const claim = world.claims[lookup.claimsOfBuys.get(allocation.buyId) ?? -1]
    const credit = world.credits[lookup.creditsOfLines.get(allocation.lineId) ?? -1]
    if (claim === undefined || credit === undefined) {
      throw new Error(
        `an allocation names a buy or credit that the proof did not create: ${allocation.buyId}`,
      )
    }
    const release = { ...allocation, claim, credit }
    verdicts[judgeRelease(world, release, known)].push(release)
    remember(known, claim)
  }
  return verdicts
}

function judgeRelease(
  world: World,
  release: Release,
  known: ReadonlyMap<string, Set<number>>,
): keyof Releases {
  const { claim, credit } = release
  if (credit.kind !== 'payment' || claim.at - credit.at > FINDS_BACK) return 'wrong'
  const isOfBusiness = credit.owner?.business === claim.business
  if (isOfBusiness && claim.attack === null && credit.owner?.person === claim.person) return 'right'
  if (isOfBusiness && world.accounts[credit.account]?.business === claim.business) return 'mixedUp'
  return isWithinCap(world, release, known) ? 'withinCapThefts' : 'wrong'
}

/**
 * Reports whether a release is a theft within the cap. `known` has the businesses that had received money of a payer by then, by the
 * payer's number and bank.
 */
function isWithinCap(
  world: World,
  { claim, ground }: Release,
  known: ReadonlyMap<string, Set<number>>,
): boolean {
  if (claim.attack === null || !withEvidence.has(claim.attack) || ground !== 'within_cap') return false
  if ((world.businesses[claim.business]?.capMinor ?? 0n) === 0n) return false
  const knownTo = known.get(payerOf(claim)) ?? new Set()
  return knownTo.size === 0 || knownTo.has(claim.business)
}

function remember(known: Map<string, Set<number>>, claim: Claim): void {
  if (claim.typed === null) return
  const payer = payerOf(claim)
  known.set(payer, (known.get(payer) ?? new Set()).add(claim.business))
}

function payerOf({ typed }: Claim): string {
  return `${typed?.accountNumber} ${typed?.bank.key}`
}
