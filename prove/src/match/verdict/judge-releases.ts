import { HOUR } from '../world/times.ts'
import type { Attack, Claim, Credit, World } from '../world/world.ts'
import type { AllocationRow } from './read-record.ts'

export type Release = AllocationRow & Readonly<{ claim: Claim; credit: Credit }>

export type Releases = Readonly<{
  /** To whom the truth gives it. */
  right: readonly Release[]
  /** To a thief whom an operator trusts so far: on that ground alone, with evidence, and while nobody else was known. */
  withinCapThefts: readonly Release[]
  /** To the right business, on an account of its own, but another customer of it. */
  mixedUp: readonly Release[]
  /** To anybody else, or against a rule: there must be none. */
  wrong: readonly Release[]
}>

export type Lookup = Readonly<{
  claimsOfBuys: ReadonlyMap<string, number>
  creditsOfLines: ReadonlyMap<string, number>
}>

// What a thief can know of a stranger's payment. All other attacks lack evidence, and no cap excuses giving in to them.
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

/** Sets what matching gave away by itself against who owns it in truth. */
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
      throw new Error(`an allocation joins what the world does not have: ${allocation.buyId}`)
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

/** `known`: the businesses that had been given money of a payer by then, by the payer's number and bank. */
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
