import { drawAmountMinor } from './amount.ts'
import type { Person } from './person.ts'
import type { Scene } from './scene.ts'
import { DAY, drawClaimDelay, HOUR, MINUTE } from './times.ts'
import type { Claim, Credit, PaymentClass, Shows } from './world.ts'

export type Paid = Readonly<{ credit: Credit; claim: Claim; person: Person }>

/** Makes a customer pay the exact amount into a shared account and claim it in time. */
export function payShared(
  scene: Scene,
  kind: 'established' | 'tight' | 'new' | 'thief_spent',
  paymentClass: PaymentClass,
  asked: Partial<{
    shows: Shows
    person: Person
    at: number
    delay: number
    amountMinor: bigint
    business: Scene['businesses'][number]
  }> = {},
): Paid {
  const { random } = scene
  const business = asked.business ?? scene.businessOf(kind)
  const at = asked.at ?? scene.payingTime()
  const person = asked.person ?? scene.customerOf(business, at)
  const account = scene.sharedAccount(asked.shows)
  const amountMinor = asked.amountMinor ?? drawAmountMinor(random)
  const credit = scene.credit(at, account, person, {
    class: paymentClass,
    amountMinor,
    owner: { business: business.index, person: person.index },
    counts: kind === 'established' && !isFreak(paymentClass) ? 'shared' : null,
    ...(asked.shows && { shows: asked.shows }),
  })
  const claimedAt = Math.max(0, at + (asked.delay ?? drawClaimDelay(random)))
  return { credit, person, claim: scene.claim(claimedAt, business, account, person, { amountMinor }) }
}

/** Reports whether a class is rare in reality. The world has many of these, so they would weigh too much in a share. */
function isFreak(paymentClass: PaymentClass): boolean {
  return paymentClass === 'same_number' || paymentClass === 'same_mask'
}

export function payDedicated(scene: Scene): Paid {
  const { random } = scene
  const account = scene.dedicatedAccount()
  const business = scene.businesses[account.business ?? 0] ?? scene.businessOf('dedicated')
  const at = scene.payingTime()
  const person = scene.customerOf(business, at)
  const amountMinor = drawAmountMinor(random)
  const owner = { business: business.index, person: person.index }
  const credit = scene.credit(at, account, person, {
    class: 'dedicated',
    amountMinor,
    owner,
    counts: 'dedicated',
  })
  const claimedAt = Math.max(0, at + drawClaimDelay(random))
  return { credit, person, claim: scene.claim(claimedAt, business, account, person, { amountMinor }) }
}

/** Makes a business request a unique amount, which its customer pays. */
export function payExpected(scene: Scene): Paid {
  const { random } = scene
  const business = scene.businessOf(random.oneIn(4) ? 'new' : 'established')
  const issuedAt = scene.payingTime()
  const person = scene.customerOf(business, issuedAt)
  const account = scene.sharedAccount()
  // There are few different kobo endings, so the amounts must vary.
  const claim = scene.expected(
    issuedAt,
    business,
    account,
    person,
    BigInt(random.between(15_000, 400_000)) * 100n,
  )
  const at = issuedAt + (random.oneIn(10) ? random.between(HOUR, 20 * HOUR) : random.between(MINUTE, HOUR))
  const owner = { business: business.index, person: person.index }
  const credit = scene.credit(at, account, person, {
    class: 'expected',
    amountMinor: 0n,
    expected: claim.index,
    hasCode: random.oneIn(3),
    owner,
    counts: 'expected',
  })
  return { credit, person, claim }
}

// A number is valid for this long. It belongs to its payment for a week more, and then somebody else gets it.
export const NUMBER_VALID = 40 * MINUTE
const NUMBER_RESTS = 7 * DAY

/** Makes a customer pay to the account number of the payment: usually in time, sometimes hours after the number has expired. */
export function payOwnNumber(scene: Scene): void {
  const { random } = scene
  const business = scene.businessOf(random.oneIn(4) ? 'new' : 'established')
  const issuedAt = scene.payingTime()
  const person = scene.customerOf(business, issuedAt)
  // Everybody pays one of a few prices, so the amount says nothing.
  const amountMinor = random.pick([20_000_00n, 20_000_00n, 25_000_00n, 50_000_00n])
  const claim = scene.expected(issuedAt, business, scene.sharedAccount(), person, amountMinor)
  // The vendor chooses the number when all requests are known.
  scene.claims[claim.index] = { ...claim, number: '' }
  const isLate = random.oneIn(12)
  const after = isLate ? random.between(HOUR, 20 * HOUR) : random.between(MINUTE / 2, NUMBER_VALID)
  scene.credit(issuedAt + after, scene.pool(), random.oneIn(10) ? scene.newPerson() : person, {
    class: isLate ? 'own_number_late' : 'own_number',
    amountMinor: 0n,
    expected: claim.index,
    owner: { business: business.index, person: person.index },
    counts: isLate ? null : 'own_number',
  })
}

/** Gives the requests their numbers in order of time. A number that has rested is given again, the one that rested longest first. */
export function giveNumbers(scene: Scene): void {
  const resting: { number: string; freeAt: number }[] = []
  let given = 0
  const asked = scene.claims.filter(({ number }) => number !== null).toSorted((a, b) => a.at - b.at)
  for (const claim of asked) {
    const [oldest] = resting
    const isFree = oldest !== undefined && oldest.freeAt <= claim.at
    if (isFree) resting.shift()
    else given += 1
    const number = isFree ? oldest.number : `99${String(given).padStart(8, '0')}`
    resting.push({ number, freeAt: claim.at + NUMBER_VALID + NUMBER_RESTS })
    scene.claims[claim.index] = { ...claim, number }
  }
}

/** Makes a claim that nobody ever pays. */
export function abandonClaim(scene: Scene): void {
  const { random } = scene
  const isShared = !random.oneIn(5)
  const account = isShared ? scene.sharedAccount() : scene.dedicatedAccount()
  const business = isShared ? scene.businessOf('established') : scene.businesses[account.business ?? 0]
  if (business === undefined) return
  const at = scene.payingTime()
  scene.claim(at, business, account, scene.customerOf(business, at), {
    amountMinor: drawAmountMinor(random),
  })
}

/** Makes a customer pay too little and later the rest, usually soon and sometimes never. */
export function payInParts(scene: Scene): void {
  const { random } = scene
  const total = drawAmountMinor(random)
  const person = scene.newPerson()
  const first = payShared(scene, 'established', 'part', { person, amountMinor: total })
  const part = random.oneIn(3) ? total / 2n : (total * BigInt(random.between(10, 90))) / 100n
  scene.credits[first.credit.index] = { ...first.credit, amountMinor: part, counts: null }
  if (random.oneIn(6)) return
  const after =
    Math.max(first.credit.at, first.claim.at) + random.between(MINUTE, random.oneIn(5) ? 40 * HOUR : 5 * HOUR)
  const account = scene.accounts[first.credit.account]
  if (account === undefined) return
  const { owner } = first.credit
  scene.credit(after, account, person, { class: 'part', amountMinor: total - part, owner })
}

export function payTooMuch(scene: Scene): void {
  const { random } = scene
  const { credit, claim } = payShared(scene, 'established', 'over')
  const more = BigInt(random.between(1, 50)) * (random.oneIn(2) ? 100_00n : 37n)
  scene.credits[credit.index] = { ...credit, amountMinor: claim.amountMinor + more, counts: null }
}

/** Makes an exact payment after the window of its claim has closed. */
export function payLate(scene: Scene): void {
  const { random } = scene
  const at = scene.payingTime(12)
  const { credit } = payShared(scene, 'established', 'late', {
    person: scene.newPerson(),
    at,
    delay: -random.between(7 * DAY + 2 * HOUR, 11 * DAY),
  })
  scene.credits[credit.index] = { ...credit, counts: null }
}

/** Makes another person pay, such as a friend or an employer. */
export function payForAnother(scene: Scene): void {
  const { credit } = payShared(scene, 'established', 'third_party')
  scene.credits[credit.index] = { ...credit, payer: scene.newPerson(), counts: null }
}

/** Makes a claim so late that an operator must review the credit. */
export function claimStale(scene: Scene): void {
  const { random } = scene
  const { credit } = payShared(scene, 'established', 'stale', {
    person: scene.newPerson(),
    at: scene.payingTime(0, 44),
    delay: random.between(73 * HOUR, 6 * DAY),
  })
  scene.credits[credit.index] = { ...credit, counts: null }
}

export function payAndNeverClaim(scene: Scene): Credit {
  const { random } = scene
  return scene.credit(scene.payingTime(), scene.sharedAccount(), scene.newPerson(), {
    class: 'unclaimed',
    amountMinor: drawAmountMinor(random),
  })
}
