import { expect, test } from 'vitest'
import { buildWorld } from './build-world.ts'
import { attacks, paymentClasses } from './world.ts'

const world = buildWorld({ seed: 7, payments: 6_000 })
const counted = (shows: string) =>
  world.credits.filter((credit) => credit.class === 'shared' && credit.shows === shows).length

test('the same seed gives the same world, and another seed gives another', () => {
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

test('only an honest payment with its owner’s claim for the exact amount counts in a share', () => {
  const nameOf = (business = -1, person = -1, account = -1, amountMinor = 0n) =>
    [business, person, account, amountMinor].join(' ')
  const claims = new Set(
    world.claims.flatMap(({ attack, business, person, account, amountMinor }) =>
      attack === null ? nameOf(business, person, account, amountMinor) : [],
    ),
  )
  const without = world.credits.filter(({ counts, owner, account, amountMinor, expected }) => {
    const claim = expected === null ? undefined : world.claims[expected]
    const paid = claim?.amountMinor ?? amountMinor
    // What is paid to a number of its own arrives on a pool.
    const named = counts === 'own_number' ? claim?.account : account
    return counts !== null && !claims.has(nameOf(owner?.business, owner?.person, named, paid))
  })
  expect(without).toEqual([])
})

test('no thief owns an attacked credit, and no honest claim belongs to a business that only steals', () => {
  const isThief = (business = -1) => world.businesses[business]?.kind.startsWith('thief') === true
  expect(
    world.credits.filter((credit) => isThief(credit.owner?.business) && credit.class !== 'spent_own'),
  ).toEqual([])
  const wrong = world.claims.filter(
    ({ attack, business }) =>
      attack !== 'insider' &&
      (attack === null ? world.businesses[business]?.kind : undefined) !== 'thief_spent' &&
      isThief(business) !== (attack !== null),
  )
  expect(wrong).toEqual([])
})

test('events are in order of time', () => {
  const times = world.happenings.map(({ at }) => at)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})
