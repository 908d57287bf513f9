import { drawAmountMinor, roundNaira } from './amount.ts'
import { bookNoPayment, otherNumber, payAndLose } from './hard-payments.ts'
import { type Paid, payAndNeverClaim, payExpected, payShared } from './honest-payments.ts'
import { givenNames } from './names.ts'
import { bankName, type Person, sendingBanks } from './person.ts'
import type { Scene } from './scene.ts'
import { DAY, HOUR, MINUTE } from './times.ts'
import type { Attack, BusinessKind, Credit, Shows } from './world.ts'

type ThiefKind = Extract<BusinessKind, `thief_${string}`>
type ClaimOf = Parameters<Scene['claim']>[4]

const anyThief: readonly ThiefKind[] = ['thief_new', 'thief_spent', 'thief_within_cap']

/** Each attack also makes the payment that it targets. Every thief has the API and some knowledge of the payer. */
export const attackers: Readonly<Record<Attack, (scene: Scene) => void>> = {
  first_by_new: (scene) => raceTo(scene, 'first_by_new', 'thief_new', 'number'),
  first_by_spent: (scene) =>
    raceTo(scene, 'first_by_spent', 'thief_spent', 'number', scene.payingTime(6, 20)),
  first_within_cap: (scene) =>
    raceTo(scene, 'first_within_cap', 'thief_within_cap', scene.random.oneIn(3) ? 'mask' : 'number'),
  /** Both claims exist before the money arrives. */
  contest(scene) {
    const shows = scene.random.oneIn(3) ? 'mask' : 'number'
    const person = scene.newPerson()
    const paid = payShared(scene, 'established', 'attacked', { person, shows, delay: -30 * MINUTE })
    steal(
      scene,
      'contest',
      scene.random.pick(anyThief),
      paid.credit,
      paid.credit.at - scene.random.between(MINUTE, HOUR),
    )
  },
  second_by_new(scene) {
    const paid = payShared(scene, 'established', 'attacked')
    const at = Math.max(paid.credit.at, paid.claim.at) + scene.random.below(HOUR)
    steal(scene, 'second_by_new', 'thief_new', paid.credit, at)
  },
  /** The payer has paid another business for weeks. */
  known_elsewhere(scene) {
    const business = scene.businessOf('established')
    const person = scene.newPerson()
    const before = scene.payingTime(0, 10)
    payShared(scene, 'established', 'shared', {
      business,
      person,
      at: before,
      shows: 'number',
      delay: 5 * MINUTE,
    })
    const paid = payShared(scene, 'established', 'attacked', {
      business,
      person,
      shows: 'number',
      delay: 15 * MINUTE,
      at: scene.payingTime(scene.random.oneIn(2) ? 12 : 40),
    })
    steal(scene, 'known_elsewhere', scene.random.pick(anyThief), paid.credit, early(scene, paid))
  },
  mask_surname: (scene) => maskAttack(scene, 'mask_surname'),
  mask_name: (scene) => maskAttack(scene, 'mask_name'),
  mask_other_bank: (scene) => maskAttack(scene, 'mask_other_bank'),
  /** Claims more than the victim pays, to receive the payment as a part. */
  soak_larger(scene) {
    const paid = payShared(scene, 'established', 'attacked', {
      delay: scene.random.between(5 * MINUTE, 3 * HOUR),
    })
    const amountMinor = paid.credit.amountMinor + BigInt(scene.random.between(1, 1_000)) * 100_00n
    steal(scene, 'soak_larger', scene.random.pick(anyThief), paid.credit, early(scene, paid), { amountMinor })
  },
  soak_smaller(scene) {
    const paid = payShared(scene, 'established', 'attacked', {
      delay: scene.random.between(5 * MINUTE, 3 * HOUR),
    })
    const amountMinor = (paid.credit.amountMinor * BigInt(scene.random.between(20, 95))) / 100n
    steal(scene, 'soak_smaller', scene.random.pick(anyThief), paid.credit, early(scene, paid), {
      amountMinor,
    })
  },
  /** Claims one kobo more than was paid, which is not the exact amount. */
  near_amount(scene) {
    const credit = payAndNeverClaim(scene)
    const amountMinor = credit.amountMinor + 1n
    const at = credit.at + scene.random.between(-HOUR, HOUR)
    steal(scene, 'near_amount', 'thief_within_cap', credit, at, { amountMinor })
  },
  /** Claims the right amount with otherwise wrong details. */
  amount_only(scene) {
    const credit = payAndNeverClaim(scene)
    const at = credit.at + scene.random.between(-HOUR, HOUR)
    steal(scene, 'amount_only', 'thief_within_cap', credit, at, {
      amountMinor: credit.amountMinor,
      typed: scene.newPerson(credit.payer === null ? {} : { bank: credit.payer.bank }),
    })
  },
  other_account(scene) {
    const paid = payShared(scene, 'established', 'attacked')
    const elsewhere = scene.accounts.filter(
      ({ index, business }) => business === null && index !== paid.credit.account,
    )
    const account = scene.random.pick(elsewhere).index
    steal(
      scene,
      'other_account',
      scene.random.pick(anyThief),
      { ...paid.credit, account },
      early(scene, paid),
    )
  },
  /** The bank shows no payer, so the amount is the only evidence. */
  blank_amount(scene) {
    const paid = payShared(scene, 'established', 'attacked', { shows: 'blank', delay: 15 * MINUTE })
    steal(scene, 'blank_amount', scene.random.pick(anyThief), paid.credit, early(scene, paid))
  },
  stale_claim(scene) {
    const credit = payAndNeverClaim(scene)
    const at = credit.at + scene.random.between(73 * HOUR, 10 * DAY)
    steal(scene, 'stale_claim', scene.random.pick(anyThief), credit, at)
  },
  unclaimed(scene) {
    const credit = payAndNeverClaim(scene)
    const at = credit.at + scene.random.between(MINUTE, 60 * HOUR)
    steal(scene, 'unclaimed', scene.random.pick(anyThief), credit, at)
  },
  own_return(scene) {
    const credit = bookNoPayment(scene, scene.random.oneIn(2) ? 'own_return' : 'unclear')
    steal(
      scene,
      'own_return',
      scene.random.pick(anyThief),
      credit,
      credit.at + scene.random.between(-HOUR, HOUR),
    )
  },
  reversed(scene) {
    const credit = payAndLose(scene, scene.random.oneIn(2) ? 'reversal' : 'recall')
    steal(scene, 'reversed', 'thief_new', credit, credit.at + scene.random.between(-HOUR, 2 * DAY))
  },
  /** The thief saw the exact amount that the customer must pay. The driver fills it in. */
  tail_known(scene) {
    const { credit, claim } = payExpected(scene)
    const at = claim.at + scene.random.between(MINUTE, 10 * MINUTE)
    const account = scene.accounts[claim.account]
    if (account === undefined) return
    const thief = scene.businessOf(scene.random.pick(anyThief))
    const told = scene.claim(at, thief, account, scene.newPerson(), { amountMinor: 0n, attack: 'tail_known' })
    scene.tailOf.set(told.index, claim.index)
    complain(scene, credit)
  },
  /** The thief waits with an expected payment of the same naira. A stranger pays one kobo more, and never claims it. */
  tail_near(scene) {
    const { random } = scene
    const [at, account, stranger] = [scene.payingTime(), scene.sharedAccount(), scene.newPerson()]
    const naira = BigInt(random.between(15_000, 400_000)) * 100n
    const thief = scene.businessOf(random.pick(anyThief))
    const claim = scene.expected(at, thief, account, scene.newPerson(), naira, 'tail_near')
    scene.credit(at + random.between(5 * MINUTE, HOUR), account, stranger, {
      class: 'attacked',
      amountMinor: 1n,
      expected: claim.index,
      owner: { business: scene.businessOf('established').index, person: stranger.index },
    })
  },
  tail_spray(scene) {
    const { random } = scene
    const { claim } = payExpected(scene)
    const thief = scene.businessOf(random.pick(anyThief))
    const account = scene.accounts[claim.account]
    if (account === undefined) return
    const person = scene.newPerson()
    // Leaves some kobo endings free. Otherwise the business would ask for another amount.
    for (let tail = 1n; tail < 60n; tail += 1n) {
      const at = claim.at - random.between(0, 30 * MINUTE)
      scene.claim(Math.max(0, at), thief, account, person, {
        amountMinor: claim.amountMinor + tail,
        attack: 'tail_spray',
      })
    }
  },
  round_spray(scene) {
    const { random } = scene
    const thief = scene.businessOf(random.pick(anyThief))
    const account = scene.sharedAccount()
    const at = scene.payingTime()
    for (const naira of roundNaira) {
      scene.claim(at + random.below(HOUR), thief, account, scene.newPerson(), {
        amountMinor: BigInt(naira) * 100n,
        attack: 'round_spray',
      })
    }
  },
  /** A customer of the same business claims what others pay into its account. */
  insider(scene) {
    const { random } = scene
    const account = scene.dedicatedAccount()
    const business = scene.businesses[account.business ?? 0]
    if (business === undefined) return
    const amountMinor = random.oneIn(2) ? BigInt(random.pick(roundNaira)) * 100n : drawAmountMinor(random)
    scene.claim(scene.payingTime(), business, account, scene.newPerson(), {
      amountMinor,
      attack: 'insider',
    })
  },
}

/** Returns a time before the victim's business has claimed: before the credit, or in the minutes after it. */
function early({ random }: Scene, { credit, claim }: Paid): number {
  const before = Math.min(credit.at, claim.at) - random.between(0, HOUR)
  return Math.max(0, random.oneIn(2) ? before : Math.min(credit.at + random.between(0, 5 * MINUTE), claim.at))
}

function raceTo(scene: Scene, attack: Attack, kind: ThiefKind, shows: Shows, at = scene.payingTime(2)): void {
  const delay = scene.random.oneIn(4) ? 3 * MINUTE : scene.random.between(12 * MINUTE, 60 * MINUTE)
  const paid = payShared(scene, 'established', 'attacked', { person: scene.newPerson(), shows, at, delay })
  steal(scene, attack, kind, paid.credit, early(scene, paid))
}

/** Attacks with what a receipt shows: the last digits, and the surname or the full name. */
function maskAttack(scene: Scene, attack: 'mask_surname' | 'mask_name' | 'mask_other_bank'): void {
  const { random } = scene
  const paid = payShared(scene, 'established', 'attacked', { shows: 'mask', delay: 15 * MINUTE })
  const { person } = paid
  const stranger = scene.newPerson()
  const typed = {
    ...(attack === 'mask_surname' ? { ...stranger, ...ofTheFamily(scene, person) } : person),
    accountNumber: otherNumber(random, person.accountNumber),
    bank:
      attack === 'mask_other_bank'
        ? random.pick(sendingBanks.filter((bank) => bank !== person.bank))
        : person.bank,
  }
  steal(scene, attack, random.pick(anyThief), paid.credit, early(scene, paid), {
    amountMinor: paid.credit.amountMinor,
    typed,
    ...(attack === 'mask_surname' ? {} : { name: bankName(person) }),
  })
}

/** Returns a relative: the same surname, and no other name in common. */
function ofTheFamily({ random }: Scene, { surname, given, middle }: Person): Partial<Person> {
  return {
    surname,
    given: random.pick(givenNames.filter((name) => name !== given && name !== middle)),
    middle: null,
  }
}

function steal(
  scene: Scene,
  attack: Attack,
  kind: ThiefKind,
  credit: Credit,
  at: number,
  change: ClaimOf = { amountMinor: credit.amountMinor },
): void {
  const account = scene.accounts[credit.account]
  if (account === undefined || credit.payer === null) return
  const thief = scene.businessOf(kind)
  scene.claim(Math.max(0, at), thief, account, scene.newPerson(), { typed: credit.payer, ...change, attack })
  complain(scene, credit)
}

/** Makes the robbed payer complain to their bank, which recalls the payment. */
function complain(scene: Scene, credit: Credit): void {
  scene.takeBack(credit.at + scene.random.between(2 * DAY, 8 * DAY), credit, 'recall', true)
}
