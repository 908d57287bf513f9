import type { Bank, NameEnquiry, NameEnquiryRequest } from '../generated/api-types.ts'
import type { Call } from '../http/call.ts'
import type { CallOptions } from '../options.ts'

export type Banks = Readonly<{
  /** Returns every supported bank, and the current state of payments to it. */
  list(options?: CallOptions): Promise<readonly Bank[]>
  /** Asks a bank whether a name matches an account. The name that the bank has for the account is never returned. */
  nameEnquiry(account: NameEnquiryRequest, options?: CallOptions): Promise<NameEnquiry>
}>

export function createBanks(call: Call): Banks {
  return {
    list: async (options) => (await call('listBanks', { query: {}, options })).banks,
    nameEnquiry: async (body, options) => (await call('enquireName', { body, options })).enquiry,
  }
}
