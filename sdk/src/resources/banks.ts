import type { Bank, NameEnquiry, NameEnquiryRequest } from '../generated/api-types.ts'
import type { Call } from '../http/call.ts'
import type { CallOptions } from '../options.ts'

export type Banks = Readonly<{
  /** Every bank that can be named, and how payments to it have been going. */
  list(options?: CallOptions): Promise<readonly Bank[]>
  /** Asks a bank whether a name fits an account. The name that the bank has is never told. */
  nameEnquiry(account: NameEnquiryRequest, options?: CallOptions): Promise<NameEnquiry>
}>

export function createBanks(call: Call): Banks {
  return {
    list: async (options) => (await call('listBanks', { options })).banks,
    nameEnquiry: async (body, options) => (await call('enquireName', { body, options })).enquiry,
  }
}
