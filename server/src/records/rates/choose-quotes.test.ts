import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agreeQuotes, type Candidate, combineQuotes } from './choose-quotes.ts'

const now = Date.parse('2026-11-15T12:00:00Z')

function quote(source: string, bid: number, ask = bid, ageS = 0): Candidate {
  const observedAt = new Date(now - ageS * 1000)
  return { source, bid: BigInt(bid), ask: BigInt(ask), observedAt, staleAt: new Date(now + 60_000) }
}
const names = (quotes: readonly { source: string }[]) => quotes.map(({ source }) => source)
const last = (value: number) => ({ bid: BigInt(value), ask: BigInt(value) })

describe('three or more sources', () => {
  test('an outlier from the median is dropped with its reason', () => {
    const { used, dropped } = agreeQuotes(
      [quote('a', 1600_00), quote('b', 1610_00), quote('c', 1900_00)],
      undefined,
    )
    expect(names(used)).toEqual(['a', 'b'])
    expect(dropped).toEqual([{ source: 'c', reason: 'outlier: 1802 bps from the median, maximum 200' }])
  })

  test('of which two contradict the other two: no quote is used', () => {
    const camps = [quote('a', 1000), quote('b', 1000), quote('c', 2000), quote('d', 2000)]
    expect(agreeQuotes(camps, last(1000)).used).toEqual([])
  })
})

describe('two sources', () => {
  test('that agree are both used', () => {
    expect(names(agreeQuotes([quote('b', 1600), quote('a', 1630)], undefined).used)).toEqual(['a', 'b'])
  })

  test('that disagree: the one further from the last rate is dropped', () => {
    const { used, dropped } = agreeQuotes([quote('a', 1600), quote('b', 1700)], last(1690))
    expect(names(used)).toEqual(['b'])
    expect(dropped[0]).toMatchObject({
      source: 'a',
      reason: expect.stringMatching(/differs from b by 625 bps/) as string,
    })
  })

  test('that disagree at the same distance: the older one is dropped', () => {
    const pair = [quote('a', 1500, 1500, 90), quote('b', 1700, 1700, 5)]
    expect(names(agreeQuotes(pair, last(1600)).used)).toEqual(['b'])
  })

  test('that disagree when no rate was published before: neither is used', () => {
    const { used, dropped } = agreeQuotes([quote('a', 1600), quote('b', 1700)], undefined)
    expect(used).toEqual([])
    expect(names(dropped)).toEqual(['a', 'b'])
  })
})

const price = fc.integer({ min: 100_000, max: 10_000_000 })
const candidates = fc
  .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { minLength: 1 })
  .chain((sources) =>
    fc.tuple(
      ...sources.map((source) =>
        fc
          .tuple(price, fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 100 }))
          .map(([bid, spread, ageS]) => quote(source, bid, bid + spread, ageS)),
      ),
    ),
  )

test('the order in which sources answer changes nothing', () => {
  const shuffled = candidates.chain((list) =>
    fc.tuple(
      fc.constant(list),
      fc.shuffledSubarray(list, { minLength: list.length }),
      fc.option(price.map(last), { nil: undefined }),
    ),
  )
  fc.assert(
    fc.property(shuffled, ([list, again, before]) => {
      const [one, other] = [agreeQuotes(list, before), agreeQuotes(again, before)]
      expect(other).toEqual(one)
      expect(combineQuotes(again)).toEqual(combineQuotes(list))
    }),
  )
})

test('the combined bid and ask never cross, and each lies between the lowest and the highest of the quotes used', () => {
  fc.assert(
    fc.property(candidates, (list) => {
      const { bid, ask } = combineQuotes(list)
      const bids = list.map((each) => each.bid)
      const asks = list.map((each) => each.ask)
      expect(bid <= ask).toBe(true)
      expect(bids.some((each) => each <= bid) && bids.some((each) => each >= bid)).toBe(true)
      expect(asks.some((each) => each <= ask) && asks.some((each) => each >= ask)).toBe(true)
    }),
  )
})

test('with one false source among three, the rate stays between the two honest ones', () => {
  const honest = fc.integer({ min: 1_600_000, max: 1_610_000 })
  fc.assert(
    fc.property(honest, honest, price, (one, other, lie) => {
      const { used } = agreeQuotes([quote('a', one), quote('b', other), quote('liar', lie)], undefined)
      const { bid } = combineQuotes(used)
      expect(bid).toBeGreaterThanOrEqual(Math.min(one, other))
      expect(bid).toBeLessThanOrEqual(Math.max(one, other))
    }),
  )
})
