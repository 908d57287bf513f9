import { describe, expect, test } from 'vitest'
import {
  ada,
  before,
  claim,
  credit,
  dedicated,
  expected,
  hour,
  judge,
  late,
  naira,
  noCaps,
  now,
  question,
  told,
  yesterday,
} from '../../../test/judging.ts'
import { judgeCredits } from './judge-credits.ts'

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

  test('more than was claimed: the claimed amount is allocated only on the surest grounds, and the remainder is returned', () => {
    const more = credit({ minor: naira(60_000), bookedAt: late })
    const bound = judge(more, [claim({ ...early, knownPayer: 'bound' })], noCaps)
    expect(told(bound)).toEqual(['buy: paid_in_full by number, bound', 'overpaid!'])
    expect(bound.allocations[0]?.amountMinor).toBe(naira(50_000))
    expect(bound.cases[0]?.proposal).toEqual({ action: 'return', amount_minor: '1000000' })
    expect(bound.cases[0]?.returnMinor).toBe(naira(10_000))
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

describe('amounts as people pay them', () => {
  const link = expected()
  const withCode = (minor: bigint) => credit({ minor, payer: {}, narration: 'for K7M2QX' })

  test('with the code, a rounded amount pays the link in full, at once, and all of it counts', () => {
    for (const minor of [naira(50_000), naira(50_001), naira(50_001, 37), naira(49_999, 37)]) {
      const { allocations, cases } = judge(withCode(minor), [link])
      expect(allocations).toMatchObject([{ event: 'paid_in_full', evidence: 'code', amountMinor: minor }])
      expect(cases).toEqual([])
    }
  })

  test('one kobo beyond the tolerance is a part, or too much', () => {
    expect(told(judge(withCode(naira(49_999, 36)), [link]))).toEqual(['buy: paid_in_part by code, expected'])
    const over = judge(withCode(naira(50_001, 38)), [link])
    expect(told(over)).toEqual(['buy: paid_in_full by code, expected', 'overpaid!'])
    expect(over.allocations[0]?.amountMinor).toBe(naira(50_000, 37))
    expect(over.cases[0]?.returnMinor).toBe(naira(1, 1))
  })

  test('without the code, a lost tail is never allocated on a shared account: tolerance does not widen matching', () => {
    const open = expected({ acceptedAt: before(hour) })
    for (const payer of [ada, {}]) {
      for (const minor of [naira(50_000), naira(50_001)]) {
        const verdict = judge(credit({ minor, payer, bookedAt: late }), [open])
        expect(told(verdict)).toEqual(['weak_evidence'])
        expect(verdict.cases[0]).toMatchObject({ transactionId: 'buy' })
      }
    }
  })

  test('on its own account, a business gets a lost tail after half an hour, if one link fits', () => {
    const rounded = credit({ minor: naira(50_000), payer: {}, bookedAt: late })
    expect(told(judge(rounded, [link], dedicated))).toEqual(['buy: paid_in_full by account, dedicated'])
    const other = expected({ transactionId: 'other', minor: naira(50_000, 41) })
    expect(told(judge(rounded, [link, other], dedicated))).toEqual(['ambiguous!'])
    const exact = credit({ minor: naira(50_000, 41), payer: {} })
    expect(told(judge(exact, [link, other], dedicated))).toEqual(['other: paid_in_full by tail, dedicated'])
  })

  test('on its own account, a second payment of one link never pays for another link', () => {
    const other = credit({ minor: naira(50_000, 62), payer: {}, bookedAt: late })
    expect(told(judge(other, [link], dedicated))).toEqual(['weak_evidence'])
    expect(told(judge({ ...other, paysAgain: 'tail' }, [link], dedicated))).toEqual(['duplicate'])
    const whole = claim({
      transactionId: 'whole',
      payer: { accountNumber: null, bankCode: null, name: null },
    })
    const again = credit({ minor: naira(50_000), payer: {}, bookedAt: late, paysAgain: 'told' })
    expect(told(judge(again, [whole], dedicated))).toEqual(['duplicate'])
  })

  test('with the number of the payer, the amount may differ after half an hour', () => {
    const rounded = credit({ minor: naira(49_999, 50), bookedAt: late })
    expect(told(judge(credit({ minor: naira(49_999, 50) }), [claim()]))).toEqual([])
    expect(told(judge(rounded, [claim({ acceptedAt: before(hour) })]))).toEqual([
      'buy: paid_in_full by number, within_cap',
    ])
  })

  test('a business that tolerates nothing gets a part', () => {
    expect(told(judge(withCode(naira(50_000)), [expected({ toleranceMinor: 0n })]))).toEqual([
      'buy: paid_in_part by code, expected',
    ])
  })

  test('a rounded rest completes a buy', () => {
    const rest = expected({
      status: 'part_paid',
      leftMinor: naira(20_000, 37),
      firstPartFrom: ada.accountNumber,
    })
    const paid = credit({ minor: naira(20_000), narration: 'K7M2QX' })
    expect(told(judge(paid, [rest]))).toEqual(['buy: topped_up by code, expected'])
  })

  test('a thief who claims the rounded amount of a link with the payer’s number: a person is asked', () => {
    const theft = claim({ transactionId: 'theft', businessId: 'thief' })
    expect(told(judge({ ...withCode(naira(50_000)), payer: ada }, [theft, link]))).toEqual(['contested!'])
  })

  test('much more than was asked, with the code: the asked amount is allocated at once and the rest is returned', () => {
    const over = judge(withCode(naira(500_000, 37)), [link])
    expect(told(over)).toEqual(['buy: paid_in_full by code, expected', 'overpaid!'])
    expect(over.cases[0]?.returnMinor).toBe(naira(450_000))
  })

  test('a second payment of a link that was paid is returned at once with the code, unless another claim fits exactly', () => {
    const again = credit({ minor: naira(50_000, 37), paysAgain: 'told' })
    const verdict = judge(again, [])
    expect(told(verdict)).toEqual(['duplicate'])
    expect(verdict.cases[0]?.returnMinor).toBe(naira(50_000, 37))
    const owner = claim({ minor: naira(50_000, 37) })
    expect(told(judge(again, [owner]))).toEqual(['buy: paid_in_full by number, within_cap'])
  })

  test('a payment that only has the kobo of a paid link waits eight minutes for a claim of its own', () => {
    const alike = credit({ minor: naira(50_000, 37), paysAgain: 'tail' })
    const verdict = judge(alike, [])
    expect(told(verdict)).toEqual([])
    expect(verdict.lookAgainAt).toEqual(new Date(before(60_000).getTime() + 8 * 60_000))
    expect(told(judge({ ...alike, bookedAt: late }, []))).toEqual(['duplicate'])
  })
})
