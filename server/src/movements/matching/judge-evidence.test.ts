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
  masked,
  naira,
  nobody,
  noCaps,
  told,
  yesterday,
} from '../../../test/judging.ts'

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
    const part = credit({ minor: naira(40_000), payer: {}, narration, bookedAt: late })
    const early = expected({ acceptedAt: before(hour) })
    expect(told(judge(part, [early]))).toEqual(['buy: paid_in_part by code, expected'])
  })

  test('a code inside a longer word is a coincidence', () => {
    const early = expected({ acceptedAt: before(hour) })
    const inside = credit({ minor: naira(50_000), payer: {}, narration: 'XK7M2QX', bookedAt: late })
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

test('a claim without a payer’s number and without a payment request has no evidence on a shared account', () => {
  expect(told(judge(credit({ bookedAt: late }), [claim({ payer: nobody })]))).toEqual(['weak_evidence'])
  expect(told(judge(credit(), [claim({ payer: nobody })]))).toEqual([])
})

describe('a payment of whole naira for a link, without its code', () => {
  const rounded = (more: Parameters<typeof credit>[0] = {}) => credit({ bookedAt: late, ...more })
  const open = expected({ acceptedAt: before(hour) })
  const returned = (...asked: Parameters<typeof judge>) => judge(...asked).cases.map((one) => one.returnMinor)

  test('goes back after eight minutes, if the link was open when it was booked', () => {
    const [soon, due] = [before(8 * 60_000 - 1), before(8 * 60_000)]
    expect(told(judge(rounded({ bookedAt: soon }), [open]))).toEqual([])
    expect(returned(rounded({ bookedAt: due }), [open])).toEqual([naira(50_000)])
  })

  test('waits half an hour where a payer was claimed late in the last 30 days', () => {
    const late = (claimedLateAt: Date) =>
      ({ account: { dedicatedTo: null, state: 'active', claimedLateAt } }) as const
    const paid = rounded({ bookedAt: before(20 * 60_000) })
    expect(returned(paid, [open], late(before(29 * 24 * hour)))).toEqual([])
    expect(returned(rounded(), [open], late(before(29 * 24 * hour)))).toEqual([naira(50_000)])
    expect(returned(paid, [open], late(before(30 * 24 * hour)))).toEqual([naira(50_000)])
  })

  test('waits a day like every other payment, if no link of the amount was open when it was booked', () => {
    const ended = (expiresAt: Date) =>
      expected({ status: 'expired', acceptedAt: before(40 * hour), expiresAt })
    expect(returned(rounded(), [ended(late)])).toEqual([naira(50_000)])
    for (const none of [ended(new Date(late.getTime() - 1)), expected()]) {
      expect(told(judge(rounded(), [none]))).toEqual([])
      const old = rounded({ bookedAt: yesterday })
      expect(told(judge(old, [{ ...none, acceptedAt: before(hour) }]))).toEqual(['unmatched'])
      expect(returned(old, [{ ...none, acceptedAt: before(hour) }])).toEqual([naira(50_000)])
    }
  })

  test.each([
    ['the bank hides the account', rounded({ payer: masked }), [open], {}],
    ['a business knows the payer', rounded({ isKnownPayer: true }), [open], {}],
    ['the account is that of one business', rounded({ minor: naira(50_000, 12) }), [open], dedicated],
    ['another buy fits too', rounded(), [open, claim({ transactionId: 'other', payer: nobody })], {}],
    [
      'the rest of a link is paid',
      rounded({ minor: naira(20_000) }),
      [expected({ status: 'part_paid', leftMinor: naira(20_000), firstPartFrom: ada.accountNumber })],
      {},
    ],
  ] as const)('never goes back by itself if %s', (_, paid, claims, more) => {
    expect(told(judge(paid, claims, more))).toEqual(['weak_evidence'])
    expect(returned(paid, claims, more)).toEqual([undefined])
  })
})
