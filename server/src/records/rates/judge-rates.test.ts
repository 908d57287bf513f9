import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDecimal, parseDecimal } from '../../kernel/money/decimal.ts'
import { type SourceState, twiceMiddle } from './choose-quotes.ts'
import type { Decision, Extent, OperatorRate, PairHistory } from './judge-pair.ts'
import { isPublished, judgeRates } from './judge-rates.ts'
import { crossPairs, type Pair } from './pair.ts'
import { bpsApart, isWithin, rateGuards } from './rate-guards.ts'
import type { Sides } from './rate-source.ts'

const now = new Date('2026-11-15T12:00:00Z')
const dollarPairs: readonly Pair[] = ['USD/NGN', ...crossPairs]
const usual: Partial<Record<Pair, string>> = {
  'USD/GBP': '0.76',
  'USD/EUR': '0.86',
  'USD/TRY': '43',
  'USD/CNY': '7.1',
  'USD/CHF': '0.8',
  'USD/CAD': '1.4',
  'USD/AED': '3.6725',
  'USD/KES': '129',
}

const exact = (text: string) => parseDecimal(text) ?? 0n
const flat = (text: string): Sides => ({ bid: exact(text), ask: exact(text) })

function street(naira: string, more: Partial<SourceState> = {}): SourceState {
  return {
    source: 'street',
    pairs: dollarPairs,
    staleAfterMs: 1_800_000,
    failure: undefined,
    quotes: dollarPairs.map((pair) => ({ pair, ...flat(usual[pair] ?? naira), observedAt: now })),
    quotesReadAt: now,
    ...more,
  }
}

function exchange(naira: string, source = 'exchange', pair: Pair = 'USDC/NGN'): SourceState {
  const quotes = [{ pair, ...flat(naira), observedAt: now }]
  return { source, pairs: [pair], staleAfterMs: 300_000, failure: undefined, quotes, quotesReadAt: now }
}

const extent = (least: string, most: string): Extent => ({ least: 2n * exact(least), most: 2n * exact(most) })
const nothing: PairHistory = {
  last: undefined,
  withinStep: undefined,
  withinLoneStep: undefined,
  withinLoneDrift: undefined,
}
const steady = (price: string): PairHistory => ({
  last: flat(price),
  withinStep: extent(price, price),
  withinLoneStep: extent(price, price),
  withinLoneDrift: extent(price, price),
})

function judge(
  states: readonly SourceState[],
  history: Partial<Record<Pair, PairHistory>> = {},
  operatorRates: readonly OperatorRate[] = [],
): Record<string, Decision> {
  const decisions = judgeRates({ states, operatorRates, historyOf: (pair) => history[pair] ?? nothing, now })
  return Object.fromEntries(decisions.map((decision) => [decision.pair, decision]))
}
const published = (decisions: Record<string, Decision>) =>
  Object.values(decisions)
    .filter(isPublished)
    .map(({ pair }) => pair)

describe('the first rates, when nothing was ever published', () => {
  test('two dollar markets that agree confirm each other and their cross rates', () => {
    expect(published(judge([street('1600'), exchange('1590')]))).toEqual([
      'USD/NGN',
      'USDC/NGN',
      ...crossPairs,
    ])
  })

  test('a single source publishes no first rate', () => {
    const decisions = judge([street('1600')])
    expect(published(decisions)).toEqual([])
    expect(decisions['USD/NGN']?.heldBecause).toMatch(/only street has a quote, nothing else confirms it/)
    expect(decisions['USD/NGN']?.rate).toMatchObject(flat('1600'))
  })

  test('markets that differ too much publish no first rate', () => {
    expect(published(judge([street('1600'), exchange('1900')]))).toEqual([])
  })

  test('two sources that agree publish the first rate of a pair', () => {
    const decisions = judge([exchange('1600', 'one'), exchange('1602', 'two')])
    expect(published(decisions)).toEqual(['USDC/NGN'])
    expect(decisions['USDC/NGN']).toMatchObject({ used: ['one', 'two'], rate: flat('1601') })
  })

  test("an operator's rate is published and confirms the other pair", () => {
    const set = {
      pair: 'USD/NGN',
      ...flat('1600'),
      setAt: now,
      expiresAt: new Date(now.getTime() + 3_600_000),
    } as const
    expect(published(judge([exchange('1590')], {}, [set]))).toEqual(['USD/NGN', 'USDC/NGN'])
  })

  test('when an operator has set the dollar, only a source that agrees publishes first cross rates', () => {
    const set = {
      pair: 'USD/NGN',
      ...flat('1600'),
      setAt: now,
      expiresAt: new Date(now.getTime() + 60_000),
    } as const
    expect(published(judge([street('1610')], {}, [set]))).toEqual(['USD/NGN', ...crossPairs])
    expect(published(judge([street('1650')], {}, [set]))).toEqual(['USD/NGN'])
  })
})

describe('a single source', () => {
  test('is followed in small steps', () => {
    expect(published(judge([exchange('1631')], { 'USDC/NGN': steady('1600') }))).toEqual(['USDC/NGN'])
  })

  test('is held back when it jumps, and its rate is recorded', () => {
    const { 'USDC/NGN': decision } = judge([exchange('1633')], { 'USDC/NGN': steady('1600') })
    expect(decision).toMatchObject({
      used: ['exchange'],
      rate: flat('1633'),
      heldBecause:
        'only exchange has a quote: step of 207 bps from a published rate, maximum 200 in 60 minutes',
    })
  })

  test('cannot drift in small steps within the window', () => {
    const walked = { ...steady('1630'), withinLoneStep: extent('1600', '1630') }
    expect(published(judge([exchange('1640')], { 'USDC/NGN': walked }))).toEqual([])
  })

  test('cannot drift from hour to hour: within a day it stays near all published rates', () => {
    const drifted = { ...steady('1670'), withinLoneDrift: extent('1600', '1670') }
    expect(published(judge([exchange('1680')], { 'USDC/NGN': drifted }))).toEqual(['USDC/NGN'])
    expect(judge([exchange('1681')], { 'USDC/NGN': drifted })['USDC/NGN']?.heldBecause).toBe(
      'only exchange has a quote: drift of 507 bps from a published rate, maximum 500 in 24 hours',
    )
  })

  test('is compared with the last rate, however old', () => {
    expect(published(judge([exchange('1700')], { 'USDC/NGN': { ...nothing, last: flat('1600') } }))).toEqual(
      [],
    )
  })
})

describe('sources that agree', () => {
  const both = (price: string) => [exchange(price, 'one'), exchange(price, 'two')]

  test('may step further than a single source', () => {
    expect(published(judge(both('1648'), { 'USDC/NGN': steady('1600') }))).toEqual(['USDC/NGN'])
  })

  test('are held back when they jump, until the window is over', () => {
    expect(judge(both('1700'), { 'USDC/NGN': steady('1600') })['USDC/NGN']?.heldBecause).toMatch(
      /step of 625 bps/,
    )
    const later = { ...nothing, last: flat('1600') }
    expect(published(judge(both('1700'), { 'USDC/NGN': later }))).toEqual(['USDC/NGN'])
  })

  test('may drift further in a day than a single source', () => {
    const drifted = { ...steady('1690'), withinLoneDrift: extent('1600', '1690') }
    expect(published(judge(both('1700'), { 'USDC/NGN': drifted }))).toEqual(['USDC/NGN'])
  })
})

describe("an operator's rate", () => {
  const set = (pair: Pair, price: string, forMs = 3_600_000): OperatorRate => ({
    pair,
    ...flat(price),
    setAt: new Date(now.getTime() - 60_000),
    expiresAt: new Date(now.getTime() + forMs),
  })

  test('overrides every source, whatever the step', () => {
    const decisions = judge([exchange('1600')], { 'USDC/NGN': steady('1600') }, [set('USDC/NGN', '1900')])
    expect(decisions['USDC/NGN']).toMatchObject({
      used: ['operator'],
      rate: flat('1900'),
      heldBecause: undefined,
      dropped: [{ source: 'exchange', reason: 'an operator set the rate' }],
    })
  })

  test('is published no longer than its validity', () => {
    const { 'USDC/NGN': decision } = judge([], {}, [set('USDC/NGN', '1600', 30_000)])
    expect(decision?.rate?.expiresAt).toEqual(new Date(now.getTime() + 30_000))
  })

  test('is not held back when the other market differs too much; the other rate is', () => {
    const decisions = judge([exchange('1600')], { 'USDC/NGN': steady('1600') }, [set('USD/NGN', '1800')])
    expect(published(decisions)).toEqual(['USD/NGN'])
    expect(decisions['USDC/NGN']?.heldBecause).toMatch(/differ by 1250 bps/)
  })
})

test('two dollar markets that differ too much are both held back', () => {
  const decisions = judge([street('1600'), exchange('1690')], {
    'USD/NGN': steady('1600'),
    'USDC/NGN': steady('1690'),
  })
  expect(published(decisions)).not.toContain('USD/NGN')
  expect(published(decisions)).not.toContain('USDC/NGN')
})

test('a rate expires when its first input becomes stale, and at the latest after its maximum validity', () => {
  const old = street('1600', {
    staleAfterMs: 60_000,
    quotes: [{ pair: 'USD/NGN', ...flat('1600'), observedAt: new Date(now.getTime() - 20_000) }],
  })
  const decisions = judge([old, exchange('1600')])
  expect(decisions['USD/NGN']?.rate).toMatchObject({
    asOf: new Date(now.getTime() - 20_000),
    expiresAt: new Date(now.getTime() + 40_000),
  })
  expect(decisions['USDC/NGN']?.rate?.expiresAt).toEqual(new Date(now.getTime() + rateGuards.validMs))
})

test.each([
  [
    'its last answer is a minute old',
    { answeredMsAgo: 60_000, staleAfterMs: 1_800_000, aheadMs: 0 },
    120_000,
  ],
  ['its clock is a minute ahead', { answeredMsAgo: 0, staleAfterMs: 60_000, aheadMs: 60_000 }, 60_000],
])('a rate expires at the latest when the last quote of its source does, when %s', (_, said, lifeMs) => {
  const { answeredMsAgo, staleAfterMs, aheadMs } = said
  const observedAt = new Date(now.getTime() + aheadMs)
  const quotesReadAt = new Date(now.getTime() - answeredMsAgo)
  const quotes = [{ pair: 'USD/NGN', ...flat('1600'), observedAt } as const]
  const decisions = judge([street('1600', { quotes, staleAfterMs, quotesReadAt }), exchange('1600')])
  expect(decisions['USD/NGN']?.rate?.expiresAt).toEqual(new Date(now.getTime() + lifeMs))
})

test('no published rate exceeds the step limit from any rate in the window', () => {
  const price = fc.integer({ min: 100_00, max: 4000_00 }).map((kobo) => (kobo / 100).toFixed(2))
  const sources = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), price), {
    selector: ([name]) => name,
    minLength: 1,
  })
  fc.assert(
    fc.property(sources, price, price, (list, one, other) => {
      const [least, most] = Number(one) < Number(other) ? [one, other] : [other, one]
      const history = {
        last: flat(most),
        withinStep: extent(least, most),
        withinLoneStep: extent(least, most),
        withinLoneDrift: extent(least, most),
      }
      const states = list.map(([name, value]) => exchange(value, name))
      const { 'USDC/NGN': decision } = judge(states, { 'USDC/NGN': history })
      if (decision === undefined || !isPublished(decision)) return
      const value = twiceMiddle(decision.rate)
      const limit = decision.used.length > 1 ? rateGuards.step.bps : rateGuards.loneStep.bps
      for (const stood of [history.withinStep.least, history.withinStep.most]) {
        expect(isWithin(limit, stood, value), `${formatDecimal(value / 2n)} after ${least}–${most}`).toBe(
          true,
        )
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a single source stays within 500 bps in a day', () => {
  const hop = fc.record({
    afterMinutes: fc.integer({ min: 1, max: 120 }),
    bps: fc.integer({ min: -60, max: 200 }).map(BigInt),
  })
  let furthest = 0n
  fc.assert(
    fc.property(fc.array(hop, { minLength: 10, maxLength: 60 }), fc.boolean(), (hops, isDown) => {
      const first = exact('1600')
      const past = [{ minute: 0, price: first }]
      let minute = 0
      for (const { afterMinutes, bps } of hops) {
        minute += afterMinutes
        if (minute >= 24 * 60) break
        const last = past.at(-1)?.price ?? first
        const price = isDown ? (last * 10_000n) / (10_000n + bps) : (last * (10_000n + bps)) / 10_000n
        const { 'USDC/NGN': decision } = judge([exchange(formatDecimal(price))], {
          'USDC/NGN': walkedBy(past, minute),
        })
        if (decision !== undefined && isPublished(decision)) past.push({ minute, price })
      }
      for (const { price } of past) {
        expect(isWithin(500n, first, price), formatDecimal(price)).toBe(true)
        if (bpsApart(first, price) > furthest) furthest = bpsApart(first, price)
      }
    }),
    { numRuns: 300 },
  )
  // Otherwise the guard was never reached, and the property proves nothing.
  expect(furthest).toBeGreaterThan(400n)
})

/** Returns what `selectHistory` would return after these rates. */
function walkedBy(past: ReadonlyArray<{ minute: number; price: bigint }>, minute: number): PairHistory {
  const within = ({ windowMs }: { windowMs: number }): Extent | undefined => {
    const prices = past
      .filter((each) => (minute - each.minute) * 60_000 < windowMs)
      .map(({ price }) => 2n * price)
      .toSorted((left, right) => Number(left > right) - Number(left < right))
    const [least, most] = [prices[0], prices.at(-1)]
    return least === undefined || most === undefined ? undefined : { least, most }
  }
  const last = past.at(-1)?.price
  return {
    last: last === undefined ? undefined : { bid: last, ask: last },
    withinStep: within(rateGuards.step),
    withinLoneStep: within(rateGuards.loneStep),
    withinLoneDrift: within(rateGuards.loneDrift),
  }
}
