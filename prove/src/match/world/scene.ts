import type { Random } from '../../fuzz/random.ts'
import { drawPerson, type Person } from './person.ts'
import { DAY, HOUR, WORLD_DAYS } from './times.ts'
import { typeName } from './typed-name.ts'
import type { Attack, BusinessKind, Claim, Credit, Happening, Shows, WorldAccount } from './world.ts'

type SceneBusiness = { index: number; kind: BusinessKind; persons: Person[] }

/** State of a world while it is drawn. */
export type Scene = ReturnType<typeof createScene>

const NEW_CUSTOMER_IN = 12
// Percentage of credits on shared accounts from a feed that masks the payer's number (Paystack).
const MASK_PERCENT = 35
// Percentage of credits from a bank-grade feed (Monnify, Providus) that show no payer.
const BLANK_PERCENT = 5
const VENDOR_FEE_MINOR = 50_00n

export function createScene(
  random: Random,
  businesses: SceneBusiness[],
  accounts: readonly WorldAccount[],
  hours: readonly number[],
) {
  const persons: Person[] = []
  const claims: Claim[] = []
  const credits: Credit[] = []
  const happenings: Happening[] = []
  /** The expected payment whose exact amount a thief claims, by the thief's claim. */
  const tailOf = new Map<number, number>()
  const visits = new Set<string>()
  const hoursOfDays = new Map<string, readonly number[]>()

  const newPerson = (change: Partial<Person> = {}): Person => {
    const person = { ...drawPerson(random, persons.length), ...change, index: persons.length }
    persons.push(person)
    return person
  }

  return {
    /** Number of attacks so far, so that they take turns. */
    attacksMade: 0,
    random,
    businesses,
    accounts,
    persons,
    claims,
    credits,
    happenings,
    tailOf,
    newPerson,

    /** Returns a random time within the hours in which people pay, from the first day until before the last. */
    payingTime(firstDay = 0, lastDay = WORLD_DAYS): number {
      const days = `${firstDay} ${lastDay}`
      const within =
        hoursOfDays.get(days) ?? hours.filter((hour) => hour >= firstDay * DAY && hour < lastDay * DAY)
      hoursOfDays.set(days, within)
      return random.pick(within) + random.below(HOUR)
    },

    businessOf: (kind: BusinessKind): SceneBusiness =>
      random.pick(businesses.filter((one) => one.kind === kind)),

    /** Returns a customer of this business who has not paid in these three days, or a new one. */
    customerOf(business: SceneBusiness, at: number): Person {
      const days = Math.floor(at / (3 * DAY))
      for (
        let tries = 0;
        tries < 4 && business.persons.length > 0 && !random.oneIn(NEW_CUSTOMER_IN);
        tries += 1
      ) {
        const person = random.pick(business.persons)
        const visit = `${person.index} ${days}`
        if (visits.has(visit)) continue
        visits.add(visit)
        return person
      }
      const person = newPerson()
      visits.add(`${person.index} ${days}`)
      business.persons.push(person)
      return person
    },

    sharedAccount(shows?: Shows): WorldAccount {
      const isMasked = shows === undefined ? random.below(100) < MASK_PERCENT : shows === 'mask'
      return random.pick(
        accounts.filter(
          ({ business, feed, isPool }) => business === null && !isPool && isMasked === (feed === 'paystack'),
        ),
      )
    },

    pool: (): WorldAccount => random.pick(accounts.filter(({ isPool }) => isPool)),

    dedicatedAccount: (): WorldAccount => random.pick(accounts.filter(({ business }) => business !== null)),

    /** Adds a claim as an honest business sends it, with the given changes. */
    claim(
      at: number,
      business: { index: number },
      account: WorldAccount,
      person: Person,
      change: ClaimChange,
    ): Claim {
      const { accountNumber, bank } = change.typed ?? person
      const claim: Claim = {
        index: claims.length,
        at,
        business: business.index,
        account: account.index,
        amountMinor: change.amountMinor,
        typed: {
          accountNumber,
          bank,
          name: change.name === undefined ? typeName(random, change.typed ?? person) : change.name,
        },
        person: person.index,
        number: null,
        attack: change.attack ?? null,
      }
      claims.push(claim)
      happenings.push({ at, kind: 'claim', claim: claim.index })
      return claim
    },

    expected(
      at: number,
      business: { index: number },
      account: WorldAccount,
      person: Person,
      amountMinor: bigint,
      attack: Attack | null = null,
    ): Claim {
      const fields = { business: business.index, account: account.index, person: person.index, amountMinor }
      const claim: Claim = { ...fields, index: claims.length, at, typed: null, number: null, attack }
      claims.push(claim)
      happenings.push({ at, kind: 'claim', claim: claim.index })
      return claim
    },

    credit(at: number, account: WorldAccount, payer: Person | null, change: CreditChange): Credit {
      const credit: Credit = {
        index: credits.length,
        at,
        account: account.index,
        kind: 'payment',
        expected: null,
        payer,
        shows: drawShows(random, account),
        maskDigits: random.oneIn(5) ? 3 : 4,
        showsBank: !random.oneIn(account.feed === 'paystack' ? 100 : 20),
        hasSession: account.feed !== 'paystack',
        hasCode: false,
        feeMinor: account.feed === 'providus' && random.oneIn(3) ? VENDOR_FEE_MINOR : 0n,
        owner: null,
        counts: null,
        ...change,
      }
      credits.push(credit)
      happenings.push({ at, kind: 'reading', credit: credit.index, source: 'feed' })
      return credit
    },

    takeBack(at: number, credit: Credit, lineKind: 'reversal' | 'recall', onlyIfStolen = false): void {
      happenings.push({ at, kind: 'take_back', credit: credit.index, lineKind, onlyIfStolen })
    },
  }
}

type ClaimChange = Readonly<{
  amountMinor: bigint
  attack?: Attack
  /** The person whose number, bank and name are typed, if not the claimant's own. */
  typed?: Person
  name?: string | null
}>

type CreditChange = Partial<Omit<Credit, 'index' | 'at' | 'account' | 'payer'>> &
  Readonly<{ class: Credit['class']; amountMinor: bigint }>

function drawShows(random: Random, { feed }: WorldAccount): Shows {
  if (feed === 'paystack') return 'mask'
  return random.below(100) < BLANK_PERCENT ? 'blank' : 'number'
}
