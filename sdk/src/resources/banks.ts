import type { Bank, NameEnquiry, NameEnquiryRequest } from '../generated/api-types.ts'
import type { Call } from '../http/call.ts'
import type { CallOptions } from '../options.ts'

export type Banks = Readonly<{
  /** Returns every supported bank, and the current state of payments to it. */
  list(options?: CallOptions): Promise<readonly Bank[]>
  /** Asks a bank for the name on an account, and whether the given name matches it. Needs the scope `sell`. */
  nameEnquiry(account: NameEnquiryRequest, options?: CallOptions): Promise<NameEnquiry>
}>

export function createBanks(call: Call): Banks {
  return {
    list: async (options) => (await call('listBanks', { query: {}, options })).banks,
    nameEnquiry: async (body, options) => (await call('enquireName', { body, options })).enquiry,
  }
}
