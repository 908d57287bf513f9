import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Decimal, divideDecimal, formatDecimal, parseDecimal } from '../../kernel/money/decimal.ts'
import type { PricedRate } from './judge-pair.ts'
import { type Currency, crossPairOf, crossPairs, currencies } from './pair.ts'
import {
  composeTables,
  type InForce,
  type Published,
  type Rates,
  type RateTableName,
  readRates,
  writeRates,
} from './rate-table.ts'

const asOf = new Date('2026-11-15T12:00:00Z')
const expiresAt = new Date('2026-11-15T12:03:00Z')
const none: InForce = { otcBuy: undefined, usdcNgnc: undefined }
const exact = (text: string) => parseDecimal(text) ?? 0n
const priced = (bid: string, ask = bid): PricedRate => ({ bid: exact(bid), ask: exact(ask), asOf, expiresAt })

const usual: Published = {
  'USD/NGN': priced('1600', '1605.5'),
  'USDC/NGN': priced('1598.25', '1604'),
  'USD/GBP': priced('0.76', '0.761'),
  'USD/EUR': priced('0.86'),
  'USD/TRY': priced('43'),
  'USD/CNY': priced('7.1'),
  'USD/CHF': priced('0.8'),
  'USD/CAD': priced('1.4'),
  'USD/AED': priced('3.6725'),
  'USD/KES': priced('129'),
}

function standing(before: Partial<Record<RateTableName, Rates>>, until = expiresAt): InForce {
  const table = (rates: Rates | undefined) => rates && { rates, asOf, expiresAt: until }
  return { otcBuy: table(before.otc_buy), usdcNgnc: table(before.usdc_ngnc) }
}

function ratesOf(published: Published, inForce = none): Partial<Record<RateTableName, Rates>> {
  return Object.fromEntries(composeTables(published, inForce).map(({ name, rates }) => [name, rates]))
}

test('a buyer of a currency pays the ask and a seller of USDC gets the bid, each with the less favourable cross rate', () => {
  const { otc_buy: asks, usdc_ngnc: bids } = ratesOf(usual)
  expect([asks?.USD, asks?.GBP].map((value) => formatDecimal(value ?? 0n))).toEqual(['1605.5', '2112.5'])
  // 1598.25 / 0.761 = 2100.19710906…, rounded down; 1605.5 / 7.1 = 226.126760563…, rounded up.
  expect(formatDecimal(bids?.GBP ?? 0n)).toBe('2100.197109')
  expect(formatDecimal(asks?.CNY ?? 0n)).toBe('226.126761')
  expect(formatDecimal(bids?.USD ?? 0n)).toBe('1598.25')
})

test('the wire text holds every currency once, as exact numbers without trailing zeros', () => {
  const { otc_buy: asks } = ratesOf(usual)
  const text = writeRates(asks as Rates)
  expect(text).toBe(
    '{"USD":1605.5,"GBP":2112.5,"EUR":1866.860466,"TRY":37.33721,"CNY":226.126761,"CHF":2006.875,' +
      '"CAD":1146.785715,"AED":437.168142,"KES":12.445737}',
  )
  expect(readRates(text)).toEqual(asks)
})

describe('when a pair is missing', () => {
  test('the table that needs it stays unchanged', () => {
    const { 'USDC/NGN': _, ...withoutUsdc } = usual
    expect(Object.keys(ratesOf(withoutUsdc))).toEqual(['otc_buy'])
    const { 'USD/GBP': __, ...withoutPound } = usual
    expect(ratesOf(withoutPound)).toEqual({})
  })

  test('a newer ask does not fall below a bid that is still in force', () => {
    const { 'USDC/NGN': _, ...withoutUsdc } = usual
    const before = ratesOf({ ...usual, 'USD/NGN': priced('1700'), 'USDC/NGN': priced('1690') })
    const { otc_buy: asks } = ratesOf(withoutUsdc, standing(before))
    expect(formatDecimal(asks?.USD ?? 0n)).toBe('1690')
  })

  test('a newer bid does not rise above an ask that is still in force', () => {
    const { 'USD/NGN': _, ...withoutDollar } = usual
    const before = ratesOf({ ...usual, 'USD/NGN': priced('1500'), 'USDC/NGN': priced('1490') })
    const { usdc_ngnc: bids } = ratesOf(withoutDollar, standing(before))
    expect(formatDecimal(bids?.USD ?? 0n)).toBe('1500')
  })
})

test('a table is as old as its oldest input and expires with the first', () => {
  const early = {
    ...priced('43'),
    asOf: new Date(asOf.getTime() - 5),
    expiresAt: new Date(asOf.getTime() + 5),
  }
  const [table] = composeTables({ ...usual, 'USD/TRY': early }, none)
  expect(table).toMatchObject({ asOf: early.asOf, expiresAt: early.expiresAt })
})

test('a table adjusted to the other one expires with it, and an unadjusted one does not', () => {
  const soon = new Date(asOf.getTime() + 7)
  const { 'USDC/NGN': _, ...withoutUsdc } = usual
  const lifeAfter = (dollar: string) => {
    const before = ratesOf({ ...usual, 'USD/NGN': priced(dollar), 'USDC/NGN': priced(dollar) })
    return composeTables(withoutUsdc, standing(before, soon))[0]?.expiresAt
  }
  expect([lifeAfter('1690'), lifeAfter('1500')]).toEqual([soon, expiresAt])
})

test('a table of bids that is capped by the dollar price expires with that price', () => {
  const early = { ...priced('1600'), expiresAt: new Date(asOf.getTime() + 5) }
  const tables = composeTables({ ...usual, 'USD/NGN': early, 'USDC/NGN': priced('1610') }, none)
  expect(tables.map(({ expiresAt }) => expiresAt)).toEqual([early.expiresAt, early.expiresAt])
})

const ONE = 10n ** 18n
const sides = (least: number, most: number) =>
  fc
    .tuple(
      fc.bigInt({ min: BigInt(least) * 10n ** 15n, max: BigInt(most) * 10n ** 15n }),
      fc.bigInt({ min: 0n, max: 10n ** 16n }),
    )
    .map(([bid, spread]): PricedRate => ({ bid, ask: bid + spread, asOf, expiresAt }))
const anyPublished: fc.Arbitrary<Published> = fc.record({
  'USD/NGN': sides(100_000, 100_000_000),
  'USDC/NGN': sides(100_000, 100_000_000),
  ...(Object.fromEntries(crossPairs.map((pair) => [pair, sides(500, 300_000)])) as Record<
    (typeof crossPairs)[number],
    fc.Arbitrary<PricedRate>
  >),
})

/** Returns what a trader gets on the market for `amount` of `from` in `to`, through the dollar, at the published prices. */
function onTheMarket(published: Published, amount: Decimal, from: Currency, to: Currency): Decimal {
  if (from === to) return amount
  const [fromPair, toPair] = [crossPairOf(from), crossPairOf(to)]
  const sold = fromPair && published[fromPair]?.ask
  const bought = toPair && published[toPair]?.bid
  const dollars = sold === undefined ? amount : divideDecimal(amount, sold, 'down')
  return bought === undefined ? dollars : (dollars * bought) / ONE
}

test('no sequence of conversions through the published tables makes a profit', () => {
  const walk = fc.array(fc.tuple(fc.constantFrom(...currencies), fc.constantFrom(...currencies)), {
    minLength: 1,
    maxLength: 5,
  })
  fc.assert(
    fc.property(anyPublished, walk, (published, rounds) => {
      const { otc_buy: asks, usdc_ngnc: bids } = ratesOf(published) as Record<RateTableName, Rates>
      const start = 1_000_000_000n * ONE
      let naira = start
      for (const [buys, sells] of rounds) {
        const bought = divideDecimal(naira, asks[buys], 'down')
        naira = (onTheMarket(published, bought, buys, sells) * bids[sells]) / ONE
        expect(naira <= start).toBe(true)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('no sequence of conversions makes a profit if one table is newer', () => {
  fc.assert(
    fc.property(
      anyPublished,
      anyPublished,
      fc.constantFrom('USD/NGN', 'USDC/NGN'),
      (earlier, later, missing) => {
        const before = ratesOf(earlier)
        const { [missing]: _, ...rest } = later
        const after = ratesOf(rest, standing(before))
        const { otc_buy: asks, usdc_ngnc: bids } = { ...before, ...after } as Record<RateTableName, Rates>
        for (const currency of currencies) expect(bids[currency] <= asks[currency]).toBe(true)
      },
    ),
  )
})

test('rounding is in our favour and less than one unit of the last digit', () => {
  fc.assert(
    fc.property(anyPublished, (published) => {
      const { otc_buy: asks, usdc_ngnc: bids } = ratesOf(published) as Record<RateTableName, Rates>
      const { 'USD/NGN': dollar, 'USDC/NGN': usdc } = published
      const nairaBid = (usdc?.bid ?? 0n) < (dollar?.ask ?? 0n) ? (usdc?.bid ?? 0n) : (dollar?.ask ?? 0n)
      for (const currency of currencies) {
        const pair = crossPairOf(currency)
        const { bid, ask } = (pair && published[pair]) ?? { bid: ONE, ask: ONE }
        const digit = 10n ** 12n
        const askTooHigh = asks[currency] * bid - (dollar?.ask ?? 0n) * ONE
        const bidTooLow = nairaBid * ONE - bids[currency] * ask
        expect(askTooHigh >= 0n && askTooHigh < digit * bid).toBe(true)
        expect(bidTooLow >= 0n && bidTooLow < digit * ask).toBe(true)
      }
    }),
  )
})
