import { expect, test } from 'vitest'
import { buildWorld } from './build-world.ts'
import { attacks, paymentClasses } from './world.ts'

const world = buildWorld({ seed: 7, payments: 6_000 })
const counted = (shows: string) =>
  world.credits.filter((credit) => credit.class === 'shared' && credit.shows === shows).length

test('the same seed makes the same world, another seed another', () => {
  expect(buildWorld({ seed: 7, payments: 500 })).toEqual(buildWorld({ seed: 7, payments: 500 }))
  expect(buildWorld({ seed: 8, payments: 500 }).credits[5]).not.toEqual(
    buildWorld({ seed: 7, payments: 500 }).credits[5],
  )
})

test('every class of payment and every kind of attack happens', () => {
  expect(new Set(world.credits.map((credit) => credit.class))).toEqual(new Set(paymentClasses))
  expect(new Set(world.claims.flatMap(({ attack }) => attack ?? []))).toEqual(new Set(attacks))
})

test('feeds show the payer in the shares of the three vendors', () => {
  const all = counted('number') + counted('mask') + counted('blank')
  expect(counted('mask') / all).toBeCloseTo(0.35, 1)
  expect(counted('blank') / all).toBeCloseTo(0.033, 2)
})

test('what counts in a share is an honest payment with a claim of its owner for exactly its amount', () => {
  const claims = Map.groupBy(
    world.claims.filter(({ attack }) => attack === null),
    ({ business, person, account, amountMinor }) => `${business} ${person} ${account} ${amountMinor}`,
  )
  for (const { counts, owner, account, amountMinor, expected } of world.credits) {
    if (counts === null) continue
    expect(owner).not.toBeNull()
    const paid = expected === null ? amountMinor : (world.claims[expected]?.amountMinor ?? 0n)
    expect(claims.has(`${owner?.business} ${owner?.person} ${account} ${paid}`)).toBe(true)
  }
})

test('no thief owns a credit that he attacks, and no honest claim is of a business that only steals', () => {
  const kindOf = (business: number) => world.businesses[business]?.kind ?? 'new'
  for (const { owner, class: paymentClass } of world.credits) {
    if (owner !== null && kindOf(owner.business).startsWith('thief')) expect(paymentClass).toBe('spent_own')
  }
  for (const { attack, business } of world.claims) {
    if (attack === null) expect(['thief_new', 'thief_within_cap']).not.toContain(kindOf(business))
    else if (attack !== 'insider') expect(kindOf(business)).toMatch(/^thief/)
  }
})

test('things happen in the order of time', () => {
  const times = world.happenings.map(({ at }) => at)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})
