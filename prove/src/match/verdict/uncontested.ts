import { dateOf } from '../drive/stage.ts'
import { DAY } from '../world/times.ts'
import type { World } from '../world/world.ts'
import type { Lookup, Release } from './judge-releases.ts'
import type { AllocationRow } from './read-record.ts'

const OPEN_MS = 7 * DAY

/**
 * Returns thefts that happened while the owner's claim existed with the same evidence. An operator should have been asked. The owner
 * certainly had evidence only if the bank showed number and bank.
 */
export function uncontested(
  world: World,
  lookup: Lookup,
  allocations: readonly AllocationRow[],
  thefts: readonly Release[],
): Release[] {
  const paidAt = new Map<number, number>()
  for (const { buyId, at } of allocations) {
    const claim = lookup.claimsOfBuys.get(buyId) ?? -1
    paidAt.set(claim, Math.min(paidAt.get(claim) ?? Number.POSITIVE_INFINITY, at.getTime()))
  }
  const honest = Map.groupBy(
    world.claims.filter(({ attack }) => attack === null),
    ({ business, person }) => `${business} ${person}`,
  )
  return thefts.filter(({ credit, at }) => {
    if (credit.shows !== 'number' || !credit.showsBank || credit.owner === null) return false
    const own = honest.get(`${credit.owner.business} ${credit.owner.person}`) ?? []
    return own.some(
      (claim) =>
        claim.account === credit.account &&
        claim.amountMinor === credit.amountMinor &&
        dateOf(claim.at) < at &&
        claim.at > credit.at - OPEN_MS &&
        (paidAt.get(claim.index) ?? Number.POSITIVE_INFINITY) > at.getTime(),
    )
  })
}
