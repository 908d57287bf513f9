import type { Random } from '../../fuzz/random.ts'
import { DIGITS } from '../../fuzz/random.ts'
import { drawAmountMinor } from './amount.ts'
import { payDedicated, payShared } from './honest-payments.ts'
import { givenNames } from './names.ts'
import { sendingBanks } from './person.ts'
import type { Scene } from './scene.ts'
import { DAY, HOUR, MINUTE } from './times.ts'
import type { Credit } from './world.ts'

/** Makes a payment that the bank takes back within a day, or the sending bank recalls within days. */
export function payAndLose(scene: Scene, lineKind: 'reversal' | 'recall'): Credit {
  const { random } = scene
  const paymentClass = lineKind === 'reversal' ? 'reversed' : 'recalled'
  const { credit } = payShared(scene, 'established', paymentClass, { at: scene.payingTime(0, 40) })
  const uncounted = { ...credit, counts: null }
  scene.credits[credit.index] = uncounted
  const after = lineKind === 'reversal' ? random.between(MINUTE, 20 * HOUR) : random.between(DAY, 12 * DAY)
  scene.takeBack(credit.at + after, uncounted, lineKind)
  return uncounted
}

/** Books a return of our own money, or a line that the bank does not explain. Nobody may claim either. */
export function bookNoPayment(scene: Scene, kind: 'own_return' | 'unclear'): Credit {
  const { random } = scene
  return scene.credit(scene.payingTime(), scene.sharedAccount(), scene.newPerson(), {
    class: kind,
    kind,
    amountMinor: drawAmountMinor(random),
  })
}

/** Makes one person pay the same amount twice within seconds and claim both. */
export function payTwins(scene: Scene): void {
  const first = payShared(scene, 'established', 'twins')
  const { person, credit } = first
  const business = scene.businesses[credit.owner?.business ?? 0]
  const account = scene.accounts[credit.account]
  if (business === undefined || account === undefined) return
  const { amountMinor, owner, counts, shows } = credit
  const at = credit.at + scene.random.between(0, 2_000)
  scene.credit(at, account, person, { class: 'twins', amountMinor, owner, counts, shows })
  scene.claim(Math.max(0, first.claim.at + scene.random.between(0, MINUTE)), business, account, person, {
    amountMinor,
  })
}

/** Makes a customer pay one claim twice. The second payment must wait for an operator. */
export function payTwice(scene: Scene): void {
  const { credit, person } = scene.random.oneIn(3)
    ? payDedicated(scene)
    : payShared(scene, 'established', 'paid_twice')
  const account = scene.accounts[credit.account]
  if (account === undefined) return
  scene.credits[credit.index] = { ...credit, class: 'paid_twice', counts: null }
  const at = credit.at + scene.random.between(MINUTE, 30 * HOUR)
  scene.credit(at, account, person, {
    class: 'paid_twice',
    amountMinor: credit.amountMinor,
    owner: credit.owner,
  })
}

/** Makes two customers of two businesses with the same mask pay the same amount in the same hour. Some are relatives. */
export function payUnderOneMask(scene: Scene): void {
  const { random } = scene
  const [one, other] = [scene.newPerson(), scene.newPerson()]
  const alike = {
    bank: one.bank,
    surname: random.oneIn(3) ? one.surname : other.surname,
    accountNumber: otherNumber(random, one.accountNumber),
  }
  const twin = scene.newPerson({
    ...other,
    ...alike,
    given: random.pick(givenNames.filter((name) => name !== one.given)),
  })
  const amountMinor = drawAmountMinor(random)
  const at = scene.payingTime()
  const [mine, theirs] = pickTwo(
    random,
    scene.businesses.filter(({ kind }) => kind === 'established'),
  )
  payShared(scene, 'established', 'same_mask', {
    business: mine,
    person: one,
    shows: 'mask',
    at,
    amountMinor,
  })
  const later = at + random.below(HOUR)
  payShared(scene, 'established', 'same_mask', {
    business: theirs,
    person: twin,
    shows: 'mask',
    at: later,
    amountMinor,
  })
}

/** Makes two payers of different banks use the same number. Ten digits are unique only within one bank. */
export function payFromOneNumber(scene: Scene): void {
  const { random } = scene
  const one = scene.newPerson()
  const twin = scene.newPerson({
    accountNumber: one.accountNumber,
    bank: random.pick(sendingBanks.filter((bank) => bank !== one.bank)),
  })
  const amountMinor = drawAmountMinor(random)
  const at = scene.payingTime()
  const [mine, theirs] = pickTwo(
    random,
    scene.businesses.filter(({ kind }) => kind === 'established'),
  )
  payShared(scene, 'established', 'same_number', {
    business: mine,
    person: one,
    shows: 'number',
    at,
    amountMinor,
  })
  const later = at + random.below(HOUR)
  payShared(scene, 'established', 'same_number', {
    business: theirs,
    person: twin,
    shows: 'number',
    at: later,
    amountMinor,
  })
}

/** Makes a customer pay two honest businesses. The second must wait for an operator until it knows the payer. */
export function payTwoBusinesses(scene: Scene): void {
  const { random } = scene
  const [mine, theirs] = pickTwo(
    random,
    scene.businesses.filter(({ kind }) => kind === 'established'),
  )
  const person = scene.newPerson()
  const at = scene.payingTime(0, 30)
  payShared(scene, 'established', 'two_businesses', { business: mine, person, at })
  payShared(scene, 'established', 'two_businesses', {
    business: theirs,
    person,
    at: scene.payingTime(31),
  })
}

/** Returns another account number with the same mask. */
export function otherNumber(random: Random, accountNumber: string): string {
  const number = `0${random.text(5, DIGITS)}${accountNumber.slice(6)}`
  return number === accountNumber ? otherNumber(random, accountNumber) : number
}

function pickTwo<T>(random: Random, all: readonly T[]): [T, T] {
  const first = random.pick(all)
  return [first, random.pick(all.filter((one) => one !== first))]
}
