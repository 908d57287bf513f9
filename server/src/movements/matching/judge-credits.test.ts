import { describe, expect, test } from 'vitest'
import {
  ada,
  before,
  claim,
  credit,
  dedicated,
  hour,
  judge,
  late,
  masked,
  naira,
  noCaps,
  question,
  told,
  yesterday,
} from '../../../test/judging.ts'
import { judgeCredits } from './judge-credits.ts'

describe('ground: which business owns the credit', () => {
  test('a credit for a new business without a limit opens a case', () => {
    const verdict = judge(credit(), [claim()], noCaps)
    expect(told(verdict)).toEqual(['ownership_unproved!'])
    expect(verdict.cases[0]).toMatchObject({
      transactionId: 'buy',
      businessId: 'honest',
      proposal: { action: 'allocate', transaction_id: 'buy', amount_minor: '5000000' },
    })
  })

  test('a payer who is bound to the business needs no limit', () => {
    expect(told(judge(credit(), [claim({ knownPayer: 'bound' })], noCaps))).toEqual([
      'buy: paid_in_full by number, bound',
    ])
    expect(told(judge(credit({ payer: masked }), [claim({ knownPayer: 'bound' })], noCaps))).toEqual([
      'buy: paid_in_full by mask, bound',
    ])
  })

  test('a payer who is known, but not long enough, needs the limit', () => {
    expect(told(judge(credit(), [claim({ knownPayer: 'known' })], noCaps))).toEqual(['ownership_unproved!'])
  })

  test('a payer who is known to another business and not to this one is for a person, even within the limit', () => {
    const verdict = judge(credit(), [claim({ isKnownElsewhere: true })])
    expect(told(verdict)).toEqual(['ownership_unproved!'])
    expect(verdict.cases[0]?.proposal).toEqual({ action: 'return', amount_minor: '5000000' })
  })

  test('a payer whom two businesses know is allocated within the limit and never beyond it, even if bound', () => {
    const shared = claim({ isKnownElsewhere: true, knownPayer: 'bound' })
    expect(told(judge(credit(), [shared]))).toEqual(['buy: paid_in_full by number, within_cap'])
    expect(told(judge(credit(), [shared], noCaps))).toEqual(['ownership_unproved!'])
  })

  test('the limit counts to the kobo', () => {
    expect(told(judge(credit(), [claim()], { caps: { honest: naira(50_000) } }))).toEqual([
      'buy: paid_in_full by number, within_cap',
    ])
    expect(told(judge(credit(), [claim()], { caps: { honest: naira(50_000) - 1n } }))).toEqual([
      'ownership_unproved!',
    ])
  })

  test('a limit that one credit used up is not available to the next', () => {
    const credits = [1, 2, 3].map((place) => ({
      credit: credit({ lineId: `line ${place}` }),
      candidates: [
        claim({ transactionId: 'first' }),
        claim({ transactionId: 'second' }),
        claim({ transactionId: 'third' }),
      ],
    }))
    expect(told(judgeCredits(question(credits, { caps: { honest: naira(100_000) } })))).toEqual([
      'first: paid_in_full by number, within_cap',
      'second: paid_in_full by number, within_cap',
      'ownership_unproved!',
    ])
  })

  test('a suspended business is allocated nothing automatically, not even on its own account', () => {
    const suspended = claim({ isSuspended: true })
    expect(told(judge(credit(), [suspended]))).toEqual(['ownership_unproved!'])
    expect(told(judge(credit(), [suspended], dedicated))).toEqual(['ownership_unproved!'])
  })

  test('on a frozen account nothing happens at all', () => {
    const frozen = { account: { dedicatedTo: null, state: 'frozen', claimedLateAt: null } } as const
    expect(judge(credit(), [claim()], frozen)).toEqual({
      allocations: [],
      cases: [],
      closes: [],
      lookAgainAt: undefined,
    })
  })

  test('a draining account still serves the claims that were made on it', () => {
    const draining = { account: { dedicatedTo: null, state: 'draining', claimedLateAt: null } } as const
    expect(told(judge(credit(), [claim()], draining))).toEqual(['buy: paid_in_full by number, within_cap'])
  })
})

describe('one candidate', () => {
  test('claims of one business by one payer over one amount are interchangeable: first come, first served', () => {
    const claims = [claim({ transactionId: 'first' }), claim({ transactionId: 'second' })]
    const credits = ['a', 'b', 'c'].map((lineId) => ({ credit: credit({ lineId }), candidates: claims }))
    const verdict = judgeCredits(question(credits))
    expect(verdict.allocations.map(({ lineId, transactionId }) => [lineId, transactionId])).toEqual([
      ['a', 'first'],
      ['b', 'second'],
    ])
    expect(verdict.cases).toEqual([])
  })

  test('two businesses with evidence for one credit: a person decides, even if one is bound', () => {
    const rival = claim({ transactionId: 'rival', businessId: 'thief' })
    expect(told(judge(credit(), [rival, claim({ knownPayer: 'bound' })]))).toEqual(['contested!'])
    expect(judge(credit(), [rival, claim({ knownPayer: 'bound' })]).cases[0]?.proposal).toMatchObject({
      action: 'allocate',
      transaction_id: 'buy',
    })
    expect(judge(credit(), [rival, claim()]).cases[0]?.proposal).toMatchObject({ action: 'return' })
  })

  test('two claims of one business whose numbers match one mask are for a person', () => {
    const twin = claim({ transactionId: 'twin', payer: { ...ada, accountNumber: '9876543789' } })
    expect(told(judge(credit({ payer: masked }), [claim(), twin]))).toEqual(['ambiguous!'])
  })

  test('a part-paid buy and a new buy of the same amount are not interchangeable', () => {
    const rest = claim({
      transactionId: 'rest',
      status: 'part_paid',
      minor: naira(80_000),
      leftMinor: naira(50_000),
      firstPartFrom: ada.accountNumber,
    })
    expect(told(judge(credit(), [rest, claim()]))).toEqual(['ambiguous!'])
  })
})

describe('nothing fits', () => {
  test('after a day it is unmatched, and until then it waits', () => {
    expect(told(judge(credit(), []))).toEqual([])
    expect(judge(credit(), []).lookAgainAt).toEqual(new Date(before(60_000).getTime() + 24 * hour))
    const verdict = judge(credit({ bookedAt: yesterday }), [])
    expect(told(verdict)).toEqual(['unmatched'])
    expect(verdict.cases[0]?.proposal).toEqual({ action: 'return', amount_minor: '5000000' })
    expect(verdict.lookAgainAt).toBeUndefined()
  })

  test('after a day it goes back, once the bank was read past that day', () => {
    const [asked] = judge(credit({ bookedAt: yesterday }), []).cases
    expect(asked?.returnMinor).toBe(naira(50_000))
    expect(asked?.readPast).toEqual(new Date(yesterday.getTime() + 24 * hour))
  })

  test.each([
    ['the bank hides the account', credit({ bookedAt: yesterday, payer: masked }), [], {}],
    ['a business knows the payer', credit({ bookedAt: yesterday, isKnownPayer: true }), [], {}],
    ['the account is that of one business', credit({ bookedAt: yesterday }), [], dedicated],
    ['a part of it was given to a buy', credit({ bookedAt: yesterday, leftMinor: naira(9) }), [], {}],
    ['the payer has another buy', credit({ bookedAt: yesterday }), [claim({ minor: naira(9) })], {}],
  ] as const)('it never goes back by itself if %s', (_, paid, claims, more) => {
    const verdict = judge(paid, claims, more)
    expect(told(verdict)).toEqual(['unmatched'])
    expect(verdict.cases[0]?.returnMinor).toBeUndefined()
  })

  test('money whose sender is hidden cannot be returned, so it is kept', () => {
    expect(judge(credit({ bookedAt: yesterday, payer: masked }), []).cases[0]?.proposal).toEqual({
      action: 'keep',
    })
  })

  test('a second equal payment is a duplicate after a day, and is not offered to another payer’s claim before', () => {
    const stranger = claim({ payer: { ...ada, accountNumber: '9999999999' } })
    const second = credit({ followsEqual: true, bookedAt: late })
    expect(told(judge(second, [stranger]))).toEqual([])
    expect(told(judge({ ...second, bookedAt: yesterday }, [stranger]))).toEqual(['duplicate'])
  })

  test('a second equal payment with a second claim is no duplicate', () => {
    expect(told(judge(credit({ followsEqual: true }), [claim()]))).toEqual([
      'buy: paid_in_full by number, within_cap',
    ])
  })

  test('a third party’s payment is shown after half an hour, and proposed only if the names agree', () => {
    const typo = claim({ payer: { ...ada, accountNumber: '0123456798', name: 'Adaeze Obi' } })
    expect(told(judge(credit(), [typo]))).toEqual([])
    expect(judge(credit({ bookedAt: late }), [typo]).cases[0]).toMatchObject({
      kind: 'third_party',
      proposal: { action: 'allocate', transaction_id: 'buy' },
    })
    const friend = claim({ payer: { ...ada, accountNumber: '0123456798', name: 'Musa Danjuma' } })
    expect(judge(credit({ bookedAt: late }), [friend]).cases[0]?.proposal).toMatchObject({ action: 'return' })
  })
})

describe('cases that are open', () => {
  const open = (kind: 'unmatched' | 'third_party' | 'weak_evidence') => ({
    openCases: [{ id: `case of ${kind}`, kind }],
  })

  test('a claim that arrives later closes the case', () => {
    const verdict = judge(credit({ ...open('unmatched'), bookedAt: yesterday }), [claim()])
    expect(told(verdict)).toEqual(['buy: paid_in_full by number, within_cap'])
    expect(verdict.closes).toEqual([{ caseId: 'case of unmatched', lineId: 'line' }])
  })

  test('the same case is not opened twice', () => {
    const verdict = judge(credit({ ...open('unmatched'), bookedAt: yesterday }), [])
    expect(verdict).toEqual({ allocations: [], cases: [], closes: [], lookAgainAt: undefined })
  })

  test('a better finding replaces a worse one', () => {
    const verdict = judge(credit({ ...open('third_party'), bookedAt: late }), [claim()], noCaps)
    expect(told(verdict)).toEqual(['ownership_unproved!'])
    expect(verdict.closes).toEqual([
      { caseId: 'case of third_party', lineId: 'line', replacedBy: 'ownership_unproved' },
    ])
  })

  test('a case that other rules opened about the same line is theirs to close', () => {
    const openCases = [{ id: 'aside', kind: 'line_aside' }] as const
    expect(judge(credit({ openCases }), [claim()]).closes).toEqual([])
  })

  test('a case lists the evidence for and against each claim', () => {
    const rival = claim({
      transactionId: 'rival',
      businessId: 'thief',
      isKnownElsewhere: true,
      minor: naira(70_000),
    })
    const [asked] = judge(credit(), [claim(), rival], noCaps).cases
    expect(asked?.facts).toMatchObject({
      credit: { amount_minor: '5000000', payer_account: ada.accountNumber, payer_name: ada.name },
      candidates: [
        {
          transaction_id: 'buy',
          evidence: 'number',
          for: expect.arrayContaining([
            'the amount is exactly what the buy needs',
            'all ten digits of the payer’s account number match',
            'the names agree',
          ]),
          against: ['the amount is more than the remaining exposure limit of the business'],
        },
        {
          transaction_id: 'rival',
          against: expect.arrayContaining([
            'the amount is less than the buy needs',
            'the payer is known to another business',
          ]),
        },
      ],
    })
    expect(JSON.parse(JSON.stringify(asked))).toEqual(asked)
  })
})
