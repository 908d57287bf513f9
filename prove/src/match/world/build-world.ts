import { createRandom } from '../../fuzz/random.ts'
import {
  bookNoPayment,
  payAndLose,
  payFromOneNumber,
  payTwice,
  payTwins,
  payTwoBusinesses,
  payUnderOneMask,
} from './hard-payments.ts'
import {
  abandonClaim,
  claimStale,
  giveNumbers,
  payAndNeverClaim,
  payDedicated,
  payExpected,
  payForAnother,
  payInParts,
  payLate,
  payOwnNumber,
  payShared,
  payTooMuch,
} from './honest-payments.ts'
import { createScene, type Scene } from './scene.ts'
import { attackers } from './thieves.ts'
import { DAY, HOUR, MINUTE, payingHours } from './times.ts'
import {
  attacks,
  type BusinessKind,
  type Feed,
  type Happening,
  type World,
  type WorldAccount,
} from './world.ts'

// Shares of a thousand events.
const shares: readonly (readonly [number, (scene: Scene) => void])[] = [
  [563, (scene) => void payShared(scene, 'established', 'shared')],
  [130, (scene) => void payDedicated(scene)],
  [65, (scene) => void payExpected(scene)],
  [60, payOwnNumber],
  [30, (scene) => void payShared(scene, 'new', 'new_business')],
  [35, (scene) => void payShared(scene, 'tight', 'tight')],
  [22, payInParts],
  [12, payTooMuch],
  [10, payLate],
  [10, payForAnother],
  [8, claimStale],
  [8, (scene) => void payAndNeverClaim(scene)],
  [6, (scene) => void payAndLose(scene, 'reversal')],
  [6, (scene) => void payAndLose(scene, 'recall')],
  [2, (scene) => void bookNoPayment(scene, 'own_return')],
  [2, (scene) => void bookNoPayment(scene, 'unclear')],
  [5, payTwins],
  [4, payTwice],
  [3, payUnderOneMask],
  [2, payFromOneNumber],
  [2, payTwoBusinesses],
  [8, abandonClaim],
  [7, attackInTurn],
]

const REPLAYED_IN = 8
// The exposure limit of trusted thieves, which is the loss that they can cause.
const THIEF_CAP_MINOR = 2_000_000_00n

export type WorldOptions = Readonly<{
  seed: number
  payments: number
  attacksPerThousand?: number
  /** Number of hours in which people pay. By default, as many as the payments need. */
  hours?: number
  /** Whether some accounts have statements, which report every credit again. */
  hasStatements?: boolean
}>

/** Builds a world that depends only on its options. */
export function buildWorld({
  seed,
  payments,
  attacksPerThousand = 7,
  hours,
  hasStatements = true,
}: WorldOptions): World {
  const random = createRandom(seed, 0x3a7c)
  const scene = createScene(
    random,
    drawBusinesses(payments),
    drawAccounts(payments, hasStatements),
    payingHours(random, payments, hours),
  )
  spendCaps(scene)
  // Even a small world has every attack and every kind of payment.
  for (const attack of attacks) attackers[attack](scene)
  for (const [, make] of shares) make(scene)
  const weights = shares.map(
    ([weight, make]) => [make === attackInTurn ? attacksPerThousand : weight, make] as const,
  )
  const total = weights.reduce((sum, [weight]) => sum + weight, 0)
  while (scene.credits.length < payments) {
    let left = random.below(total)
    const [, make] = weights.find(([weight]) => {
      left -= weight
      return left < 0
    }) ?? [0, abandonClaim]
    make(scene)
  }
  giveNumbers(scene)
  readAgain(scene)
  const onTrust = sumOnTrust(scene)
  return {
    businesses: scene.businesses.map(({ index, kind }) => ({
      index,
      kind,
      capMinor: capOf(kind, onTrust.get(index) ?? 0n),
    })),
    accounts: scene.accounts,
    persons: scene.persons,
    claims: scene.claims,
    credits: scene.credits,
    happenings: scene.happenings.toSorted((a, b) => a.at - b.at),
    tailOf: scene.tailOf,
  }
}

/** Uses all kinds of attack equally often. */
function attackInTurn(scene: Scene): void {
  const attack = attacks[scene.attacksMade % attacks.length]
  scene.attacksMade += 1
  if (attack !== undefined) attackers[attack](scene)
}

/** Draws more businesses of each kind for a larger world. */
function drawBusinesses(payments: number): Scene['businesses'] {
  const more = Math.ceil(payments / 10_000)
  const counts: Readonly<Record<BusinessKind, number>> = {
    established: 3 + 2 * more,
    tight: 1 + Math.ceil(more / 4),
    new: 2 + Math.ceil(more / 2),
    dedicated: 2 + Math.ceil(more / 3),
    thief_new: 2 + Math.ceil(more / 4),
    thief_spent: 1 + Math.ceil(more / 4),
    thief_within_cap: 2 + Math.ceil(more / 4),
  }
  const kinds = Object.entries(counts) as [BusinessKind, number][]
  return kinds
    .flatMap(([kind, count]) => Array.from({ length: count }, () => kind))
    .map((kind, index) => ({ index, kind, persons: [] }))
}

function drawAccounts(payments: number, hasStatements: boolean): WorldAccount[] {
  const feeds: readonly Feed[] = ['monnify', 'providus', 'paystack']
  const shared = [...feeds, ...feeds].map((feed, index) => ({
    feed,
    business: null,
    hasStatements: hasStatements && index >= 3,
  }))
  const dedicated = drawBusinesses(payments)
    .filter(({ kind }) => kind === 'dedicated')
    .map(({ index }, place) => ({
      feed: feeds[place % feeds.length] ?? 'monnify',
      business: index,
      hasStatements: hasStatements && place % 2 === 0,
    }))
  const pool = { feed: 'kora' as const, business: null, hasStatements: false }
  return [...shared, ...dedicated, pool].map((account, index) => ({
    ...account,
    isPool: account === pool,
    index,
  }))
}

/** Makes thieves use up their cap with their own money before they steal. */
function spendCaps(scene: Scene): void {
  for (const business of scene.businesses.filter(({ kind }) => kind === 'thief_spent')) {
    for (let spent = 0n; spent < THIEF_CAP_MINOR; spent += 500_000_00n) {
      payShared(scene, 'thief_spent', 'spent_own', {
        business,
        shows: 'number',
        amountMinor: 500_000_00n,
        at: scene.payingTime(0, 5),
        delay: 10 * MINUTE,
      })
    }
  }
}

/** Repeats readings: a feed repeats itself, and a statement reports the whole day again. */
function readAgain(scene: Scene): void {
  const { random } = scene
  const again: Happening[] = []
  for (const credit of scene.credits) {
    const reading = { kind: 'reading', credit: credit.index } as const
    if (random.oneIn(REPLAYED_IN)) {
      again.push({ ...reading, at: credit.at + random.between(MINUTE, 70 * HOUR), source: 'feed' })
    }
    if (scene.accounts[credit.account]?.hasStatements === true) {
      again.push({ ...reading, at: (Math.floor(credit.at / DAY) + 1) * DAY + HOUR, source: 'statement' })
    }
  }
  for (const happening of again) scene.happenings.push(happening)
}

function capOf(kind: BusinessKind, onTrustMinor: bigint): bigint {
  if (kind === 'thief_spent' || kind === 'thief_within_cap') return THIEF_CAP_MINOR
  if (kind === 'established') return onTrustMinor * 2n
  return kind === 'tight' ? onTrustMinor / 5n : 0n
}

/** Sums the payments to each business on shared accounts, without expected payments. */
function sumOnTrust(scene: Scene): Map<number, bigint> {
  const sums = new Map<number, bigint>()
  for (const { owner, amountMinor, expected } of scene.credits) {
    if (owner !== null && expected === null) {
      sums.set(owner.business, (sums.get(owner.business) ?? 0n) + amountMinor)
    }
  }
  return sums
}
