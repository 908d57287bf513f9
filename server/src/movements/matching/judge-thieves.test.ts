import { describe, expect, test } from 'vitest'
import {
  ada,
  before,
  claim,
  credit,
  expected,
  hour,
  judge,
  late,
  masked,
  naira,
  question,
  told,
} from '../../../test/judging.ts'
import { judgeCredits } from './judge-credits.ts'
import type { Candidate } from './open-credit.ts'

/** Everything here is possible with the API alone: a thief claims payments that he has not made, as often as he likes. */
const theft = (more: Parameters<typeof claim>[0] = {}): Candidate =>
  claim({ transactionId: 'theft', businessId: 'thief', acceptedAt: before(2 * hour), ...more })

const beyondCap = { caps: { honest: naira(1_000_000), thief: 0n } }
const self = { accountNumber: '5555555555', bankCode: '000013', name: 'Thief Cunning' }

describe('a thief who knows the number of a payer', () => {
  test('claims before the owner and has no limit granted (0): a case is opened', () => {
    expect(told(judge(credit(), [theft()], beyondCap))).toEqual(['ownership_unproved!'])
  })

  test('claims before the owner, who then claims too: a case is opened, whatever the thief’s limit', () => {
    expect(told(judge(credit(), [theft(), claim()]))).toEqual(['contested!'])
    expect(told(judge(credit(), [theft(), claim({ knownPayer: 'bound' })]))).toEqual(['contested!'])
  })

  test('has a limit that an operator granted, and the owner does not claim: he gets up to the limit and not one kobo more', () => {
    const credits = Array.from({ length: 10 }, (_, place) => ({
      credit: credit({ lineId: `line ${place}` }),
      candidates: Array.from({ length: 10 }, (_, nth) => theft({ transactionId: `theft ${nth}` })),
    }))
    const { allocations } = judgeCredits(question(credits, { caps: { thief: naira(149_999) } }))
    expect(allocations.map(({ amountMinor }) => amountMinor)).toEqual([naira(50_000), naira(50_000)])
  })

  test('robs a payer whom another business knows: a person is asked even within the limit', () => {
    expect(told(judge(credit(), [theft({ isKnownElsewhere: true })]))).toEqual(['ownership_unproved!'])
    expect(told(judge(credit({ payer: masked }), [theft({ isKnownElsewhere: true })]))).toEqual([
      'ownership_unproved!',
    ])
  })

  test('is trusted for this payer after an unnoticed theft, but another business knows the payer too: the limit still applies', () => {
    const old = theft({ knownPayer: 'bound', isKnownElsewhere: true })
    expect(told(judge(credit(), [old], beyondCap))).toEqual(['ownership_unproved!'])
  })

  test('claims a huge amount to absorb partial payments: amounts far from his claim are not allocated to it', () => {
    const soak = theft({ minor: naira(90_000_000), acceptedAt: before(40 * 60_000) })
    expect(judge(credit({ bookedAt: late }), [soak]).allocations).toEqual([])
  })

  test('claims more than the payer pays, so that it counts as a partial payment: the limit still applies', () => {
    const soak = theft({ minor: naira(60_000), acceptedAt: before(40 * 60_000) })
    expect(told(judge(credit({ bookedAt: late }), [soak], beyondCap))).toEqual(['ownership_unproved!'])
  })

  test('claims a huge amount: the owner’s exact claim has priority', () => {
    expect(told(judge(credit({ bookedAt: late }), [theft({ minor: naira(90_000_000) }), claim()]))).toEqual([
      'buy: paid_in_full by number, within_cap',
    ])
  })

  test('claims a huge amount when the owner has paid too little: a person is asked', () => {
    const owner = claim({ minor: naira(60_000), acceptedAt: before(hour) })
    expect(told(judge(credit({ bookedAt: late }), [theft({ minor: naira(90_000_000) }), owner]))).toEqual([
      'contested!',
    ])
  })

  test('creates an expected payment in the payer’s name to avoid every limit: only its exact amount is expected', () => {
    const asked = expected({
      transactionId: 'theft',
      businessId: 'thief',
      acceptedAt: before(40 * 60_000),
      minor: naira(60_000, 41),
      payer: ada,
    })
    expect(told(judge(credit({ bookedAt: late }), [asked], beyondCap))).toEqual(['ownership_unproved!'])
  })

  test('claims a small amount to have the payer’s large credit divided: nothing is allocated on trust', () => {
    const [small, near] = [naira(15_000), naira(45_000)].map((minor) => theft({ minor, acceptedAt: late }))
    expect(judge(credit({ bookedAt: late }), small === undefined ? [] : [small]).allocations).toEqual([])
    expect(told(judge(credit({ bookedAt: late }), near === undefined ? [] : [near]))).toEqual(['overpaid!'])
  })

  test('pays part of a buy himself and waits for the payer to complete it: the payer differs', () => {
    const waiting = theft({
      minor: naira(65_000),
      leftMinor: naira(50_000),
      status: 'part_paid',
      firstPartFrom: self.accountNumber,
    })
    expect(judge(credit({ bookedAt: late }), [waiting]).allocations).toEqual([])
  })

  test('has a part-paid buy whose first payer is known only by a masked number: the next payer must match the mask', () => {
    const waiting = theft({
      minor: naira(65_000),
      leftMinor: naira(50_000),
      status: 'part_paid',
      firstPartFrom: '*******555',
    })
    expect(judge(credit({ bookedAt: late }), [waiting]).allocations).toEqual([])
  })

  test('names another bank at which no one knows the number: it is another account', () => {
    const elsewhere = theft({ payer: { ...ada, bankCode: '000015' } })
    expect(judge(credit({ bookedAt: late }), [elsewhere]).allocations).toEqual([])
  })

  test('claims long after, when the owner seems to have forgotten: a person is asked', () => {
    const stale = theft({ acceptedAt: before(0) })
    expect(told(judge(credit({ bookedAt: before(80 * hour) }), [stale]))).toEqual(['stale_credit!'])
  })

  test('lets his claim expire to get the payment as a late one: it needs the same grounds', () => {
    const ended = theft({ status: 'expired', acceptedAt: before(30 * hour) })
    expect(told(judge(credit({ bookedAt: late }), [ended], beyondCap))).toEqual(['ownership_unproved!'])
    expect(told(judge(credit({ bookedAt: late }), [ended, claim()]))).toEqual(['contested!'])
  })

  test('claims on an account that is dedicated to another business: his claim is ignored', () => {
    const dedicated = { account: { dedicatedTo: 'honest', state: 'active', claimedLateAt: null } } as const
    expect(told(judge(credit({ bookedAt: late }), [theft(), claim()], dedicated))).toEqual([
      'buy: paid_in_full by number, dedicated',
    ])
    expect(told(judge(credit({ bookedAt: late }), [theft()], dedicated))).toEqual([])
  })

  test('claims the kobo of someone else’s expected payment with the payer’s number: a person is asked', () => {
    const informed = theft({ minor: naira(50_000, 37) })
    expect(told(judge(credit({ minor: naira(50_000, 37) }), [informed, expected()]))).toEqual(['contested!'])
  })

  test('makes a thousand claims: they are one business’s claims, and change nothing for others', () => {
    const many = Array.from({ length: 1_000 }, (_, nth) => theft({ transactionId: `theft ${nth}` }))
    expect(told(judge(credit(), [...many, claim()]))).toEqual(['contested!'])
    expect(told(judge(credit(), many, beyondCap))).toEqual(['ownership_unproved!'])
  })
})

describe('a thief who does not know the number', () => {
  test('claims every round amount with a number of his own: the number differs', () => {
    const spray = [15, 20, 50, 100].map((thousand) =>
      theft({ transactionId: `spray ${thousand}`, minor: naira(thousand * 1_000), payer: self }),
    )
    expect(judge(credit({ bookedAt: late }), spray).allocations).toEqual([])
    expect(told(judge(credit({ bookedAt: late }), [...spray, claim()]))).toEqual([
      'buy: paid_in_full by number, within_cap',
    ])
  })

  test('hopes for a credit without a payer’s number: on a shared account it is never matched automatically', () => {
    for (const payer of [{}, { name: ada.name }, { bankCode: ada.bankCode }]) {
      expect(
        told(judge(credit({ payer }), [theft({ payer: self })])).filter((line) => line.includes(':')),
      ).toEqual([])
      expect(judge(credit({ payer }), [theft()]).allocations).toEqual([])
    }
  })

  test('claims numbers with every ending to match a mask: the name does not agree', () => {
    const endings = Array.from({ length: 1_000 }, (_, ending) =>
      theft({
        transactionId: `ending ${ending}`,
        payer: { ...self, accountNumber: `5555555${String(ending).padStart(3, '0')}` },
      }),
    )
    expect(judge(credit({ payer: masked, bookedAt: late }), endings).allocations).toEqual([])
  })

  test('knows the surname and an ending: one shared name may be a family', () => {
    const cousin = theft({ payer: { ...ada, accountNumber: '5555555789', name: 'Chukwudi Obi' } })
    expect(judge(credit({ payer: masked, bookedAt: late }), [cousin]).allocations).toEqual([])
  })

  test('knows name, bank and ending, and invents the other digits: the owner’s claim makes it contested', () => {
    const forged = theft({ payer: { ...ada, accountNumber: '5555555789' } })
    expect(told(judge(credit({ payer: masked }), [forged, claim()]))).toEqual(['contested!'])
    expect(told(judge(credit({ payer: masked }), [forged], beyondCap))).toEqual(['ownership_unproved!'])
  })

  test('claims the kobo of someone else’s expected payment: without the payer’s number that is no evidence', () => {
    const guess = theft({ minor: naira(50_000, 37), payer: self })
    for (const payer of [ada, masked, {}]) {
      expect(told(judge(credit({ minor: naira(50_000, 37), payer }), [guess, expected()]))).toEqual([
        'buy: paid_in_full by tail, expected',
      ])
    }
  })

  test('requests the amount of a credit that already waits: a payment from before the request does not count', () => {
    const fishing = expected({ transactionId: 'theft', businessId: 'thief' })
    expect(
      judge(credit({ minor: naira(50_000, 37), bookedAt: before(3 * hour) }), [fishing]).allocations,
    ).toEqual([])
  })

  test('has a link without a tail, for whole naira that many pay: without its code a person is asked', () => {
    const fishing = expected({ transactionId: 'theft', businessId: 'thief', minor: naira(50_000) })
    for (const payer of [ada, masked, {}]) {
      expect(judge(credit({ payer, bookedAt: late }), [fishing]).allocations).toEqual([])
    }
    expect(told(judge(credit({ narration: 'K7M2QX' }), [fishing]))).toEqual([
      'theft: paid_in_full by code, expected',
    ])
  })

  test('requests an amount that a payer with a claim pays: a person is asked', () => {
    const fishing = expected({ transactionId: 'theft', businessId: 'thief' })
    const owner = claim({ minor: naira(50_000, 37) })
    expect(told(judge(credit({ minor: naira(50_000, 37) }), [fishing, owner]))).toEqual(['contested!'])
  })

  test('has his code typed into a stranger’s narration: an exact claim has priority, otherwise a person is asked', () => {
    const asked = expected({
      transactionId: 'theft',
      businessId: 'thief',
      acceptedAt: before(2 * hour),
      minor: naira(70_000, 11),
    })
    const narration = 'for rent K7M2QX'
    expect(told(judge(credit({ narration }), [asked, claim()]))).toEqual([
      'buy: paid_in_full by number, within_cap',
    ])
    const owner = claim({ minor: naira(60_000), acceptedAt: before(hour) })
    expect(told(judge(credit({ narration, bookedAt: late }), [asked, owner]))).toEqual(['contested!'])
  })

  test('sends a small payment with a stranger’s code to spoil the stranger’s exact payment: the small one is ignored', () => {
    const asked = expected({ acceptedAt: before(2 * hour) })
    const small = credit({ minor: naira(100), payer: self, narration: 'K7M2QX', bookedAt: late })
    expect(told(judge(small, [asked]))).toEqual([])
  })
})

test('on a dedicated account, the payer’s number or name distinguishes the true claim from that of another customer', () => {
  const dedicated = { account: { dedicatedTo: 'honest', state: 'active', claimedLateAt: null } } as const
  const insider = claim({ transactionId: 'insider', payer: self, acceptedAt: before(40 * 60_000) })
  expect(judge(credit({ bookedAt: late }), [insider], dedicated).allocations).toEqual([])
  const blank = credit({ payer: {}, bookedAt: late })
  expect(told(judge(blank, [insider, claim()], dedicated))).toEqual(['ambiguous!'])
  expect(told(judge(credit({ payer: { name: ada.name } }), [insider, claim()], dedicated))).toEqual([
    'buy: paid_in_full by account, dedicated',
  ])
})
