import type { Rates as RateTable, Vendor } from '../generated/api-types.ts'
import type { Call } from '../http/call.ts'
import type { CallOptions } from '../options.ts'

export type Rates = Readonly<{
  /** Naira (NGNC) that USDC worth one unit of each currency sells for. */
  usdc(options?: CallOptions): Promise<RateTable>
  /** What one unit of each currency costs in naira (NGNC). Needs `otcBaseUrl`. */
  otc(options?: CallOptions): Promise<RateTable>
}>

export function createRates(call: Call): Rates {
  return {
    usdc: (options) => call('readUsdcRates', { options }),
    otc: async (options) => call('readOtcRates', { options }),
  }
}

export type Vendors = Readonly<{
  /** The bank accounts of ours that a buyer pays into, of the mode of the key. */
  list(options?: CallOptions): Promise<readonly Vendor[]>
}>

export function createVendors(call: Call): Vendors {
  return { list: async (options) => (await call('listVendors', { options })).VendorList }
}
