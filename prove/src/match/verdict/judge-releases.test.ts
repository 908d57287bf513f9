import { expect, test } from 'vitest'
import { dateOf } from '../drive/stage.ts'
import { DAY, HOUR } from '../world/times.ts'
import type { Attack, BusinessKind, Claim, Credit, World } from '../world/world.ts'
import { judgeReleases } from './judge-releases.ts'
import { largestOverCap } from './largest-over-cap.ts'
import type { AllocationRow } from './read-record.ts'

const bank = { key: '000013', name: 'GTBank' }
const claim: Claim = {
  index: 0,
  at: HOUR,
  business: 0,
  account: 0,
  amountMinor: 100n,
  typed: { accountNumber: '0123456789', bank, name: null },
  person: 7,
  number: null,
  attack: null,
}
const credit: Credit = {
  index: 0,
  at: HOUR,
  account: 0,
  kind: 'payment',
  class: 'shared',
  amountMinor: 100n,
  expected: null,
  payer: null,
  shows: 'number',
  maskDigits: 4,
  showsBank: true,
  hasSession: true,
  hasCode: false,
  feeMinor: 0n,
  owner: { business: 0, person: 7 },
  counts: 'shared',
}

function worldOf(claims: readonly Partial<Claim>[], credits: readonly Partial<Credit>[]): World {
  const kinds: BusinessKind[] = ['established', 'thief_within_cap', 'thief_new', 'dedicated']
  return {
    businesses: kinds.map((kind, index) => ({
      index,
      kind,
      capMinor: kind === 'thief_within_cap' ? 150n : 0n,
    })),
    accounts: [
      { index: 0, feed: 'monnify', business: null, isPool: false, hasStatements: false },
      { index: 1, feed: 'monnify', business: 3, isPool: false, hasStatements: false },
    ],
    persons: [],
    claims: claims.map((change, index) => ({ ...claim, ...change, index })),
    credits: credits.map((change, index) => ({ ...credit, ...change, index })),
    happenings: [],
    tailOf: new Map(),
  }
}

/** Gives credit n to claim n, each a day after the previous one. */
function judge(world: World, change: Partial<AllocationRow> = {}) {
  const places = world.claims.map(({ index }) => index)
  const allocations = places.map((place) => ({
    lineId: `line-${place}`,
    buyId: `buy-${place}`,
    amountMinor: 100n,
    evidence: 'number',
    ground: 'within_cap',
    decidedBy: 'matching',
    at: dateOf(place * DAY),
    isEnded: false,
    ...change,
  }))
  const lookup = {
    claimsOfBuys: new Map(places.map((place) => [`buy-${place}`, place])),
    creditsOfLines: new Map(places.map((place) => [`line-${place}`, place])),
  }
  const releases = judgeReleases(world, lookup, allocations)
  const counts = Object.fromEntries(Object.entries(releases).map(([verdict, list]) => [verdict, list.length]))
  return { releases, counts }
}

const thief = (attack: Attack, business = 1): Partial<Claim> => ({ attack, business, person: 9 })
const other = (number: string): Partial<Claim> => ({ typed: { accountNumber: number, bank, name: null } })

test('a credit that is matched to its own buy is right on any ground', () => {
  expect(judge(worldOf([{}], [{}])).counts).toMatchObject({ right: 1, wrong: 0 })
})

test('a credit that is matched to the buy of a stranger is wrong, even without an attack', () => {
  expect(judge(worldOf([{ person: 8 }], [{}])).counts).toMatchObject({ right: 0, wrong: 1 })
  expect(judge(worldOf([{ business: 1 }], [{}])).counts).toMatchObject({ wrong: 1 })
})

test('a thief within the exposure limit is counted separately, but only with evidence', () => {
  expect(judge(worldOf([thief('first_within_cap')], [{}])).counts).toMatchObject({
    withinCapThefts: 1,
    wrong: 0,
  })
  expect(judge(worldOf([thief('mask_surname')], [{}])).counts).toMatchObject({ withinCapThefts: 0, wrong: 1 })
})

test('a match to a thief without an exposure limit or on another ground is wrong', () => {
  expect(judge(worldOf([thief('first_by_spent', 2)], [{}])).counts).toMatchObject({ wrong: 1 })
  expect(judge(worldOf([thief('first_within_cap')], [{}]), { ground: 'bound' }).counts).toMatchObject({
    wrong: 1,
  })
})

test('a match to a thief of the money of a payer that another business knows is wrong', () => {
  expect(judge(worldOf([{}, thief('first_within_cap')], [{}, {}])).counts).toMatchObject({
    right: 1,
    wrong: 1,
  })
})

test('a line that is no payment or is too old belongs to nobody automatically', () => {
  expect(judge(worldOf([{}], [{ kind: 'own_return' }])).counts).toMatchObject({ wrong: 1 })
  expect(judge(worldOf([{ at: 80 * HOUR }], [{}])).counts).toMatchObject({ wrong: 1 })
})

test('a match to another customer of the business that owns the account is counted as mixed up', () => {
  const world = worldOf(
    [{ business: 3, account: 1, person: 9 }],
    [{ account: 1, owner: { business: 3, person: 7 } }],
  )
  expect(judge(world, { ground: 'dedicated' }).counts).toMatchObject({ mixedUp: 1, wrong: 0 })
})

test('the trusted amount of a business is summed over the days in which banks may recall it', () => {
  const claims = ['1', '2', '3'].map((digit) => ({ ...thief('unclaimed'), ...other(digit.repeat(10)) }))
  const { releases } = judge(worldOf(claims, [{}, {}, {}]))
  expect(releases.withinCapThefts).toHaveLength(3)
  expect(largestOverCap(worldOf(claims, [{}, {}, {}]), releases.withinCapThefts)).toBe(150n)
  const spread = releases.withinCapThefts.map((release, place) => ({
    ...release,
    at: dateOf(place * 18 * DAY),
  }))
  expect(largestOverCap(worldOf(claims, [{}, {}, {}]), spread)).toBe(0n)
})
