import {
  type Decimal,
  divideDecimal,
  formatDecimal,
  parseDecimal,
  type Rounding,
  roundDecimal,
} from '../../kernel/money/decimal.ts'
import { assert } from '../../kernel/refusal.ts'
import type { PricedRate } from './judge-pair.ts'
import { type CrossPair, type Currency, crossPairOf, crossPairs, currencies, type Pair } from './pair.ts'

/** `otc_buy`: naira to pay for one unit. `usdc_ngnc`: naira received for one unit's worth of USDC. */
export const rateTableNames = ['otc_buy', 'usdc_ngnc'] as const
export type RateTableName = (typeof rateTableNames)[number]

export type Rates = Readonly<Record<Currency, Decimal>>
export type RateTable = Readonly<{
  name: RateTableName
  rates: Rates
  /** Time of the oldest quote in the table. */
  asOf: Date
  expiresAt: Date
}>

/** Formats the table for the wire. Each value is an exact JSON number. */
export function writeRates(rates: Rates): string {
  return `{${currencies.map((currency) => `"${currency}":${formatDecimal(rates[currency])}`).join(',')}}`
}

/** Parses the output of `writeRates`. */
export function readRates(body: string): Rates {
  const entries = [...body.matchAll(/"([A-Z]{3})":([0-9.]+)/g)].map(([, currency, text]) => {
    const value = parseDecimal(text ?? '')
    assert(value !== undefined, `a published table must hold decimals, not ${text}`)
    return [currency, value] as const
  })
  const rates: Partial<Record<string, Decimal>> = Object.fromEntries(entries)
  assert(
    currencies.every((currency) => rates[currency] !== undefined),
    'a published table must have every currency',
  )
  return rates as Rates
}

const RATE_DECIMALS = 6

export type Published = Readonly<Partial<Record<Pair, PricedRate>>>
type Crosses = Readonly<Record<CrossPair, PricedRate>>

/** A published table that is still valid. */
export type StandingTable = Pick<RateTable, 'rates' | 'asOf' | 'expiresAt'>
export type InForce = Readonly<{ otcBuy: StandingTable | undefined; usdcNgnc: StandingTable | undefined }>

/**
 * Returns the tables that can be published from these pairs. A table with a missing pair is left out and stays unchanged.
 *
 * Every currency is converted through the dollar, on the side that is worse for the customer, and rounded in our favour by less than one
 * unit of the last digit. We never pay more for a currency than we charge for it, whichever of the two tables is newer. So no sequence of
 * conversions makes a profit.
 */
export function composeTables(published: Published, inForce: InForce): RateTable[] {
  const { 'USD/NGN': dollar, 'USDC/NGN': digitalDollar } = published
  if (!hasCrosses(published)) return []
  const crosses = crossPairs.map((pair) => published[pair])
  const tables: RateTable[] = []
  if (dollar !== undefined) {
    const floors = digitalDollar === undefined ? inForce.usdcNgnc : undefined
    const asks = mapCurrencies((currency) =>
      throughDollar(dollar.ask, perDollar(published, currency, 'bid'), 'up'),
    )
    tables.push({ name: 'otc_buy', ...giveWay(asks, floors, higher, [dollar, ...crosses]) })
  }
  if (digitalDollar !== undefined) {
    const caps = dollar === undefined ? inForce.otcBuy : undefined
    const naira = dollar === undefined ? digitalDollar.bid : lower(digitalDollar.bid, dollar.ask)
    const bids = mapCurrencies((currency) =>
      throughDollar(naira, perDollar(published, currency, 'ask'), 'down'),
    )
    const inputs = [digitalDollar, ...crosses, ...(dollar === undefined ? [] : [dollar])]
    tables.push({ name: 'usdc_ngnc', ...giveWay(bids, caps, lower, inputs) })
  }
  return tables
}

function hasCrosses(published: Published): published is Published & Crosses {
  return crossPairs.every((pair) => published[pair] !== undefined)
}

/** Returns how much of the currency a dollar buys (bid) or costs (ask). Undefined for the dollar itself. */
function perDollar(crosses: Crosses, currency: Currency, side: 'bid' | 'ask'): Decimal | undefined {
  const pair = crossPairOf(currency)
  return pair && crosses[pair][side]
}

function throughDollar(naira: Decimal, divisor: Decimal | undefined, rounding: Rounding): Decimal {
  const value = divisor === undefined ? naira : divideDecimal(naira, divisor, rounding)
  return roundDecimal(value, RATE_DECIMALS, rounding)
}

/**
 * Adjusts the rates to the other table in force. If a value comes from that table, the result is as old as that table and expires with it.
 */
function giveWay(
  own: Rates,
  standing: StandingTable | undefined,
  choose: (left: Decimal, right: Decimal) => Decimal,
  inputs: readonly PricedRate[],
): StandingTable {
  if (standing === undefined) return { rates: own, ...lifeOf(inputs) }
  const rates = mapCurrencies((currency) => choose(own[currency], standing.rates[currency]))
  const isMoved = currencies.some((currency) => rates[currency] !== own[currency])
  return { rates, ...lifeOf(isMoved ? [...inputs, standing] : inputs) }
}

/** Returns the time of the oldest input and the earliest expiry. */
function lifeOf(rates: ReadonlyArray<Pick<PricedRate, 'asOf' | 'expiresAt'>>): {
  asOf: Date
  expiresAt: Date
} {
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
