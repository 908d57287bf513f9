import { type Decimal, formatDecimal, parseDecimal } from '../../kernel/money/decimal.ts'
import { assert } from '../../kernel/refusal.ts'
import { type Currency, currencies } from './pair.ts'

/** `otc_buy`: naira to pay for one unit. `usdc_ngnc`: naira that USDC worth one unit sells for. */
export const rateTableNames = ['otc_buy', 'usdc_ngnc'] as const
export type RateTableName = (typeof rateTableNames)[number]

export type Rates = Readonly<Record<Currency, Decimal>>
export type RateTable = Readonly<{
  name: RateTableName
  rates: Rates
  /** The oldest quote in it. */
  asOf: Date
  expiresAt: Date
}>

/** The table as it goes over the wire: each value is an exact JSON number. */
export function writeRates(rates: Rates): string {
  return `{${currencies.map((currency) => `"${currency}":${formatDecimal(rates[currency])}`).join(',')}}`
}

/** Back from what `writeRates` made. */
export function readRates(body: string): Rates {
  const entries = [...body.matchAll(/"([A-Z]{3})":([0-9.]+)/g)].map(([, currency, text]) => {
    const value = parseDecimal(text ?? '')
    assert(value !== undefined, `a published table holds decimals, not ${text}`)
    return [currency, value] as const
  })
  const rates: Partial<Record<string, Decimal>> = Object.fromEntries(entries)
  assert(
    currencies.every((currency) => rates[currency] !== undefined),
    'a published table has every currency',
  )
  return rates as Rates
}
