import { Type } from 'typebox'
import { currencies } from '../../../records/rates/pair.ts'
import type { RateTableName } from '../../../records/rates/rate-table.ts'

const rate = Type.Number({ exclusiveMinimum: 0, description: 'Naira (NGNC), at most 6 decimals.' })

export const ratesExample = {
  USD: 1452.75,
  GBP: 1910.507628,
  EUR: 1681.229025,
  TRY: 33.690863,
  CNY: 204.655914,
  CHF: 1816.391598,
  CAD: 1036.124385,
  AED: 395.575222,
  KES: 11.240715,
}

/** A flat object: currency code to naira (NGNC). */
export const RatesReply = Type.Object(
  Object.fromEntries(currencies.map((currency) => [currency, rate])) as Record<
    (typeof currencies)[number],
    typeof rate
  >,
  { $id: 'Rates', additionalProperties: false, examples: [ratesExample] },
)

/** What a value is a price of, for the header. The body has no room for it. */
export const rateUnits: Readonly<Record<RateTableName, string>> = {
  otc_buy: 'NGNC to pay for 1 unit of the currency',
  usdc_ngnc: 'NGNC received for USDC worth 1 unit of the currency',
}
