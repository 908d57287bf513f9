import { type Decimal, divideDecimal, type Rounding, roundDecimal } from '../../kernel/money/decimal.ts'
import type { PricedRate } from './judge-pair.ts'
import { type CrossPair, type Currency, crossPairOf, crossPairs, currencies, type Pair } from './pair.ts'
import type { Rates, RateTable } from './rate-table.ts'

const DECIMALS = 6

export type Published = Readonly<Partial<Record<Pair, PricedRate>>>
type Crosses = Readonly<Record<CrossPair, PricedRate>>

/** What was published before and still holds. */
export type InForce = Readonly<{ otcBuy: Rates | undefined; usdcNgnc: Rates | undefined }>

/**
 * The tables that can be published from these pairs; one for which a pair is missing is left as it was.
 *
 * Every currency goes through the dollar, each on the side that is against the customer, and is rounded in the house's
 * favour by less than one of the last digit. We never pay more for a currency than we ask for it, whichever of the two
 * tables is the newer: so no way round through them gains.
 */
export function composeTables(published: Published, inForce: InForce): RateTable[] {
  const { 'USD/NGN': dollar, 'USDC/NGN': digitalDollar } = published
  if (!hasCrosses(published)) return []
  const crosses = crossPairs.map((pair) => published[pair])
  const tables: RateTable[] = []
  if (dollar !== undefined) {
    const floors = digitalDollar === undefined ? inForce.usdcNgnc : undefined
    const rates = mapCurrencies((currency) => {
      const ask = throughDollar(dollar.ask, perDollar(published, currency, 'bid'), 'up')
      return floors === undefined ? ask : higher(ask, floors[currency])
    })
    tables.push({ name: 'otc_buy', rates, ...lifeOf([dollar, ...crosses]) })
  }
  if (digitalDollar !== undefined) {
    const caps = dollar === undefined ? inForce.otcBuy : undefined
    const naira = dollar === undefined ? digitalDollar.bid : lower(digitalDollar.bid, dollar.ask)
    const rates = mapCurrencies((currency) => {
      const bid = throughDollar(naira, perDollar(published, currency, 'ask'), 'down')
      return caps === undefined ? bid : lower(bid, caps[currency])
    })
    tables.push({ name: 'usdc_ngnc', rates, ...lifeOf([digitalDollar, ...crosses]) })
  }
  return tables
}

function hasCrosses(published: Published): published is Published & Crosses {
  return crossPairs.every((pair) => published[pair] !== undefined)
}

/** How much of the currency a dollar buys (bid) or is asked for (ask); undefined for the dollar itself. */
function perDollar(crosses: Crosses, currency: Currency, side: 'bid' | 'ask'): Decimal | undefined {
  const pair = crossPairOf(currency)
  return pair && crosses[pair][side]
}

function throughDollar(naira: Decimal, divisor: Decimal | undefined, rounding: Rounding): Decimal {
  const value = divisor === undefined ? naira : divideDecimal(naira, divisor, rounding)
  return roundDecimal(value, DECIMALS, rounding)
}

/** As of the oldest of its inputs, and good until the first of them is not. */
function lifeOf(rates: readonly PricedRate[]): { asOf: Date; expiresAt: Date } {
  return {
    asOf: new Date(Math.min(...rates.map(({ asOf }) => asOf.getTime()))),
    expiresAt: new Date(Math.min(...rates.map(({ expiresAt }) => expiresAt.getTime()))),
  }
}

function mapCurrencies(valueOf: (currency: Currency) => Decimal): Rates {
  return Object.fromEntries(currencies.map((currency) => [currency, valueOf(currency)])) as Rates
}

function higher(left: Decimal, right: Decimal): Decimal {
  return left > right ? left : right
}

function lower(left: Decimal, right: Decimal): Decimal {
  return left < right ? left : right
}
