import type { Vendor } from '../generated/api-types.ts'
import type { Call } from '../http/call.ts'
import type { CallOptions } from '../options.ts'

export type Vendors = Readonly<{
  /** Returns our bank accounts into which buyers pay, in the mode of the key. */
  list(options?: CallOptions): Promise<readonly Vendor[]>
}>

export function createVendors(call: Call): Vendors {
  return { list: async (options) => (await call('listVendors', { options })).VendorList }
}
