import { describe, expect, test } from 'vitest'
import {
  ada,
  before,
  claim,
  credit,
  expected,
  hour,
  judge,
  masked,
  naira,
  now,
  question,
  told,
} from '../../../test/judging.ts'
import { judgeCredits } from './judge-credits.ts'

const late = before(31 * 60_000)
const yesterday = before(24 * hour + 1)
const dedicated = { account: { dedicatedTo: 'honest', state: 'active' } } as const
const nobody = { accountNumber: null, bankCode: null, name: null }
const noCaps = { caps: {} }

describe('evidence: which payment a claim means', () => {
  test('all ten digits and the bank are enough, whatever name was typed', () => {
    const typed = claim({ payer: { ...ada, name: 'Somebody Else' } })
    expect(told(judge(credit(), [typed]))).toEqual(['buy: paid_in_full by number, within_cap'])
  })

  test('ten digits without a bank count unless the name is clearly another', () => {
    const payer = { accountNumber: ada.accountNumber, name: ada.name }
    expect(told(judge(credit({ payer }), [claim()]))).toEqual(['buy: paid_in_full by number, within_cap'])
    const other = claim({ payer: { ...ada, name: 'Musa Danjuma' } })
    expect(told(judge(credit({ payer }), [other]))).toEqual(['weak_evidence'])
  })

  test('the same ten digits at another bank are another account', () => {
    const payer = { ...ada, bankCode: '000015' }
    expect(told(judge(credit({ payer, bookedAt: late }), [claim()]))).toEqual(['third_party'])
  })

  test('a mask counts with the bank and a name that agrees, and only with both', () => {
    expect(told(judge(credit({ payer: masked }), [claim()]))).toEqual([
      'buy: paid_in_full by mask, within_cap',
    ])
    const { bankCode: _, ...noBank } = masked
    expect(told(judge(credit({ payer: noBank }), [claim()]))).toEqual(['weak_evidence'])
    const surname = claim({ payer: { ...ada, name: 'Chiamaka Obi' } })
    expect(told(judge(credit({ payer: masked }), [surname]))).toEqual(['weak_evidence'])
    const nameless = claim({ payer: { ...ada, name: null } })
    expect(told(judge(credit({ payer: masked }), [nameless]))).toEqual(['weak_evidence'])
  })

  test('a mask of a known payer counts with the bank and a shortened name, or with the full name', () => {
    const initial = { payer: { ...ada, name: 'A. Obi' } }
    expect(told(judge(credit({ payer: masked }), [claim(initial)]))).toEqual(['weak_evidence'])
    expect(told(judge(credit({ payer: masked }), [claim({ ...initial, knownPayer: 'known' })]))).toEqual([
      'buy: paid_in_full by mask, within_cap',
    ])
    const { bankCode: _, ...noBank } = masked
    expect(told(judge(credit({ payer: noBank }), [claim({ knownPayer: 'known' })]))).toEqual([
      'buy: paid_in_full by mask, within_cap',
    ])
    expect(told(judge(credit({ payer: noBank }), [claim({ ...initial, knownPayer: 'known' })]))).toEqual([
      'weak_evidence',
    ])
    const cousin = claim({ payer: { ...ada, name: 'Chiamaka Obi' }, knownPayer: 'bound' })
    expect(told(judge(credit({ payer: masked }), [cousin]))).toEqual(['weak_evidence'])
  })

  test('a mask that shows two digits proves nothing', () => {
    const payer = { ...masked, accountMask: '********89' }
    expect(told(judge(credit({ payer }), [claim()]))).toEqual(['weak_evidence'])
  })

  test('a mask that does not match excludes, as a different number does', () => {
    const payer = { ...masked, accountMask: '*******788' }
    expect(told(judge(credit({ payer, bookedAt: late }), [claim()]))).toEqual(['third_party'])
    const other = { ...ada, accountNumber: '0123456788' }
    expect(told(judge(credit({ payer: other, bookedAt: late }), [claim()]))).toEqual(['third_party'])
  })

  test('a blank payer on a shared account is never matched automatically, not even with the only claim', () => {
    expect(told(judge(credit({ payer: {} }), [claim()]))).toEqual(['weak_evidence'])
    expect(told(judge(credit({ payer: { name: ada.name } }), [claim()]))).toEqual(['weak_evidence'])
  })

  test('the exact amount of an expected payment is evidence, regardless of the payer and of what the bank shows', () => {
    for (const payer of [ada, masked, {}, { name: 'NULL' }]) {
      const paid = credit({ minor: naira(50_000, 37), payer })
      expect(told(judge(paid, [expected()], noCaps))).toEqual(['buy: paid_in_full by tail, expected'])
    }
  })

  test('an expected payment that names its payer is not paid by another number', () => {
    const named = expected({ payer: { ...ada, accountNumber: '9999999999' } })
    expect(told(judge(credit({ minor: naira(50_000, 37), bookedAt: late }), [named]))).toEqual([
      'third_party',
    ])
  })

  test('a credit that was booked before we requested a payment is not that payment', () => {
    const paid = credit({ minor: naira(50_000, 37), bookedAt: before(hour), payer: {} })
    expect(told(judge(paid, [expected()]))).toEqual(['weak_evidence'])
  })

  test('clocks that differ by ten minutes do not separate a payer from an expected payment', () => {
    const paid = credit({ minor: naira(50_000, 37), bookedAt: before(14 * 60_000), payer: {} })
    expect(told(judge(paid, [expected()]))).toEqual(['buy: paid_in_full by tail, expected'])
  })

  test('a code in the narration counts with the exact amount and with a part of the requested amount', () => {
    const narration = 'nip/gtb/ada/k7m2qx'
    const whole = credit({ minor: naira(50_000, 37), payer: {}, narration })
    expect(told(judge(whole, [expected()]))).toEqual(['buy: paid_in_full by code, expected'])
    const part = credit({ minor: naira(50_000), payer: {}, narration, bookedAt: late })
    const early = expected({ acceptedAt: before(hour) })
    expect(told(judge(part, [early]))).toEqual(['buy: paid_in_part by code, expected'])
  })

  test('a code with more money than requested, or inside a longer word, is a coincidence', () => {
    const early = expected({ acceptedAt: before(hour) })
    const more = credit({ minor: naira(90_000), payer: {}, narration: 'K7M2QX', bookedAt: late })
    expect(judge(more, [early]).allocations).toEqual([])
    const inside = credit({ minor: naira(50_000), payer: {}, narration: 'TRF99K7M2QX11', bookedAt: late })
    expect(judge(inside, [early]).allocations).toEqual([])
  })

  test('on a dedicated account the exact amount is enough if nothing contradicts it and one claim matches', () => {
    expect(told(judge(credit({ payer: {}, bookedAt: late }), [claim()], dedicated))).toEqual([
      'buy: paid_in_full by account, dedicated',
    ])
    const { bankCode: _, ...noBank } = masked
    expect(told(judge(credit({ payer: noBank }), [claim()], dedicated))).toEqual([
      'buy: paid_in_full by account, dedicated',
    ])
    const other = { payer: { name: 'MUSA DANJUMA' } }
    expect(told(judge(credit(other), [claim()], dedicated))).toEqual(['weak_evidence'])
  })

  test('on a dedicated account a blank payer with two claims of different payers is for a person', () => {
    const second = claim({
      transactionId: 'second',
      payer: { ...ada, accountNumber: '9999999999', name: 'Musa Bello' },
    })
    const blank = credit({ payer: {}, bookedAt: late })
    expect(told(judge(blank, [claim(), second], dedicated))).toEqual(['ambiguous!'])
    const named = credit({ payer: { name: ada.name } })
    expect(told(judge(named, [second, claim()], dedicated))).toEqual([
      'buy: paid_in_full by account, dedicated',
    ])
  })
})

describe('a blank payer on a dedicated account', () => {
  const old = claim({
    transactionId: 'old',
    acceptedAt: before(20 * hour),
    payer: { ...ada, accountNumber: '9999999999' },
  })

  test('waits half an hour for the claim or the credit of another customer', () => {
    expect(told(judge(credit({ payer: {} }), [claim()], dedicated))).toEqual([])
    expect(told(judge(credit({ payer: {} }), [old], dedicated))).toEqual([])
    expect(told(judge(credit({ payer: {} }), [old, claim()], dedicated))).toEqual([])
    expect(told(judge(credit({ payer: {}, bookedAt: late }), [old], dedicated))).toEqual([
      'old: paid_in_full by account, dedicated',
    ])
  })

  test('goes to the claim that was just made and not to an old unpaid one', () => {
    expect(told(judge(credit({ payer: {}, bookedAt: late }), [old, claim()], dedicated))).toEqual([
      'buy: paid_in_full by account, dedicated',
    ])
  })
})

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
    const frozen = { account: { dedicatedTo: null, state: 'frozen' } } as const
    expect(judge(credit(), [claim()], frozen)).toEqual({
      allocations: [],
      cases: [],
      closes: [],
      lookAgainAt: undefined,
    })
  })

  test('a draining account still serves the claims that were made on it', () => {
    const draining = { account: { dedicatedTo: null, state: 'draining' } } as const
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

describe('time', () => {
  test('a credit up to 72 hours before its claim is allocated, an older one is for a person', () => {
    const accepted = { acceptedAt: now }
    expect(told(judge(credit({ bookedAt: before(72 * hour) }), [claim(accepted)]))).toEqual([
      'buy: paid_in_full by number, within_cap',
    ])
    expect(told(judge(credit({ bookedAt: before(72 * hour + 1) }), [claim(accepted)]))).toEqual([
      'stale_credit!',
    ])
  })

  test('a credit for a buy that ended waits half an hour for a new claim, then the business must decide', () => {
    const ended = claim({ status: 'expired', acceptedAt: before(30 * hour) })
    const verdict = judge(credit(), [ended])
    expect(told(verdict)).toEqual([])
    expect(verdict.lookAgainAt).toEqual(new Date(before(60_000).getTime() + 30 * 60_000))
    const decided = judge(credit({ bookedAt: late }), [ended])
    expect(told(decided)).toEqual(['buy: late_credit by number, within_cap', 'late_credit!'])
    expect(decided.cases[0]).toMatchObject({ transactionId: 'buy', proposal: { action: 'accept_late' } })
  })

  test('a late credit needs a ground like any other', () => {
    const ended = claim({ status: 'cancelled', acceptedAt: before(30 * hour) })
    expect(told(judge(credit({ bookedAt: late }), [ended], noCaps))).toEqual(['ownership_unproved!'])
  })

  test('a new claim has priority over one that ended', () => {
    const ended = claim({ transactionId: 'ended', status: 'expired', acceptedAt: before(30 * hour) })
    expect(told(judge(credit({ bookedAt: late }), [ended, claim()]))).toEqual([
      'buy: paid_in_full by number, within_cap',
    ])
  })

  test('a buy that ended long ago is shown to a person after a day and gets nothing', () => {
    const ended = claim({ status: 'expired', acceptedAt: before(30 * 24 * hour) })
    expect(told(judge(credit({ bookedAt: late }), [ended]))).toEqual([])
    const verdict = judge(credit({ bookedAt: yesterday }), [ended])
    expect(told(verdict)).toEqual(['unmatched'])
    expect(verdict.cases[0]).toMatchObject({ transactionId: 'buy', proposal: { action: 'allocate' } })
  })

  test('on a dedicated account a blank payer does not pay for a buy that ended', () => {
    const ended = claim({ status: 'expired', acceptedAt: before(30 * hour) })
    expect(told(judge(credit({ payer: {}, bookedAt: late }), [ended], dedicated))).toEqual([])
  })

  test('an expected payment that is paid days late is still matched, because no other payer was given its amount', () => {
    const ended = expected({ status: 'expired', acceptedAt: before(6 * 24 * hour) })
    expect(told(judge(credit({ minor: naira(50_000, 37), payer: {}, bookedAt: late }), [ended]))).toEqual([
      'buy: late_credit by tail, expected',
      'late_credit!',
    ])
  })

  test('matching waits for a claim that is past its expiry until the claim has ended', () => {
    const ending = claim({ acceptedAt: before(25 * hour) })
    const verdict = judge(credit(), [ending])
    expect(told(verdict)).toEqual([])
    expect(verdict.lookAgainAt).toEqual(new Date(now.getTime() + 60_000))
  })
})

describe('less and more', () => {
  const early = { acceptedAt: before(50 * 60_000) }
  const part = (more = {}) => credit({ minor: naira(30_000), bookedAt: late, ...more })

  test('less than was claimed is a part after half an hour, if no exact credit has arrived', () => {
    const waiting = judge(part({ bookedAt: before(60_000) }), [claim(early)])
    expect(told(waiting)).toEqual([])
    expect(waiting.lookAgainAt).toEqual(new Date(before(60_000).getTime() + 30 * 60_000))
    expect(told(judge(part(), [claim(early)]))).toEqual(['buy: paid_in_part by number, within_cap'])
  })

  test('a claim that arrives after the credit also waits half an hour, because its own payment may follow', () => {
    const recent = claim({ acceptedAt: before(60_000) })
    const waiting = judge(part(), [recent])
    expect(told(waiting)).toEqual([])
    expect(waiting.lookAgainAt).toEqual(new Date(before(60_000).getTime() + 30 * 60_000))
  })

  test('a credit that differs much from the claim in amount or time goes to an operator after a day', () => {
    const old = claim({ acceptedAt: before(30 * hour), expiresAt: new Date(now.getTime() + hour) })
    const tooLittle = part({ minor: naira(24_999) })
    const tooMuch = part({ minor: naira(62_501) })
    for (const [paid, claimed] of [
      [part(), old],
      [tooLittle, claim(early)],
      [tooMuch, claim(early)],
    ] as const) {
      expect(told(judge(paid, [claimed], dedicated))).toEqual([])
      const after = judge(
        { ...paid, bookedAt: yesterday },
        [{ ...claimed, acceptedAt: old.acceptedAt }],
        dedicated,
      )
      expect(told(after)).toEqual(['unmatched'])
      expect(after.cases[0]).toMatchObject({ transactionId: 'buy', businessId: 'honest' })
    }
  })

  test('a part needs a ground, and uses the limit', () => {
    expect(told(judge(part(), [claim(early)], noCaps))).toEqual(['ownership_unproved!'])
    expect(told(judge(part(), [claim(early)], { caps: { honest: naira(30_000) } }))).toEqual([
      'buy: paid_in_part by number, within_cap',
    ])
  })

  test('the remainder completes a buy when the sum is exact and the payer is that of the first part', () => {
    const rest = claim({ status: 'part_paid', leftMinor: naira(30_000), firstPartFrom: ada.accountNumber })
    expect(told(judge(credit({ minor: naira(30_000) }), [rest]))).toEqual([
      'buy: topped_up by number, within_cap',
    ])
    const other = { ...rest, firstPartFrom: '9999999999' }
    expect(told(judge(part(), [other]))).toEqual(['third_party'])
  })

  test('a further part that does not complete a buy is for a person', () => {
    const rest = claim({
      ...early,
      status: 'part_paid',
      leftMinor: naira(40_000),
      firstPartFrom: ada.accountNumber,
    })
    const verdict = judge(part(), [rest])
    expect(told(verdict)).toEqual(['ambiguous!'])
    expect(verdict.cases[0]?.proposal).toEqual({ action: 'return', amount_minor: '3000000' })
  })

  test('two parts in one round: the second waits until the first is written', () => {
    const candidates = [claim(early)]
    const credits = [
      { credit: part({ lineId: 'a' }), candidates },
      { credit: part({ lineId: 'b', minor: naira(20_000) }), candidates },
    ].map(({ credit: one, candidates: claims }) => ({
      credit: { ...one, grossMinor: one.leftMinor },
      candidates: claims,
    }))
    const verdict = judgeCredits(question(credits))
    expect(told(verdict)).toEqual(['buy: paid_in_part by number, within_cap'])
    expect(verdict.lookAgainAt).toEqual(now)
  })

  test('more than was claimed: the claimed amount is allocated only on the surest grounds, the remainder is for a person', () => {
    const more = credit({ minor: naira(60_000), bookedAt: late })
    const bound = judge(more, [claim({ ...early, knownPayer: 'bound' })], noCaps)
    expect(told(bound)).toEqual(['buy: paid_in_full by number, bound', 'overpaid!'])
    expect(bound.allocations[0]?.amountMinor).toBe(naira(50_000))
    expect(bound.cases[0]?.proposal).toEqual({ action: 'return', amount_minor: '1000000' })
    const trusted = judge(more, [claim(early)])
    expect(told(trusted)).toEqual(['overpaid!'])
    expect(trusted.cases[0]?.proposal).toMatchObject({ action: 'allocate', amount_minor: '5000000' })
    expect(told(judge(more, [claim(early)], dedicated))).toEqual([
      'buy: paid_in_full by number, dedicated',
      'overpaid!',
    ])
  })

  test('a payer with several open claims of near amounts is for a person', () => {
    const other = claim({ ...early, transactionId: 'other', minor: naira(40_000) })
    expect(told(judge(part(), [claim(early), other]))).toEqual(['ambiguous!'])
    expect(told(judge(part(), [claim(early), { ...other, businessId: 'thief' }]))).toEqual(['contested!'])
  })

  test('a payer’s other claims do not affect the exact one', () => {
    const other = claim({ ...early, transactionId: 'other', businessId: 'thief', minor: naira(70_000) })
    expect(told(judge(credit(), [other, claim()]))).toEqual(['buy: paid_in_full by number, within_cap'])
  })

  test('the remainder of a credit that an operator divided is never allocated automatically', () => {
    const divided = { ...credit({ bookedAt: yesterday }), grossMinor: naira(80_000) }
    expect(told(judge(divided, [claim({ acceptedAt: yesterday })]))).toEqual(['unmatched'])
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
            'the exact amount',
            'all ten digits of the payer’s account number match',
            'the names agree',
          ]),
          against: ['more than the remaining exposure limit of the business'],
        },
        {
          transaction_id: 'rival',
          against: expect.arrayContaining([
            'less than the buy needs',
            'the payer is known to another business',
          ]),
        },
      ],
    })
    expect(JSON.parse(JSON.stringify(asked))).toEqual(asked)
  })
})

test('a claim without a payer’s number and without a payment request has no evidence on a shared account', () => {
  expect(told(judge(credit(), [claim({ payer: nobody })]))).toEqual(['weak_evidence'])
})
