import type { Rates as RateTable } from '../generated/api-types.ts'
import type { Call } from '../http/call.ts'
import type { CallOptions } from '../options.ts'

export type Rates = Readonly<{
  /** For each currency, the naira (NGNC) for which USDC worth one unit of the currency is sold. */
  usdc(options?: CallOptions): Promise<RateTable>
  /** The price of one unit of each currency in naira (NGNC). Needs `otcBaseUrl`. */
  otc(options?: CallOptions): Promise<RateTable>
}>

export function createRates(call: Call): Rates {
  return {
    usdc: (options) => call('readUsdcRates', { options }),
    otc: async (options) => call('readOtcRates', { options }),
  }
}
