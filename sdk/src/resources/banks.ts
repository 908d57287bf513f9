import { eachOfPages } from '../each-of-pages.ts'
import type { Bank, NameEnquiry, NameEnquiryRequest } from '../generated/api-types.ts'
import type { Call, CallInput } from '../http/call.ts'
import type { CallOptions } from '../options.ts'

export type BankQuery = CallInput<'listBanks'>['query']

export type Banks = Readonly<{
  /** Returns every supported bank, and the current state of payments to it. */
  list(options?: CallOptions): Promise<readonly Bank[]>
  /** Yields the same banks page by page, `limit` (at most 100) at a time. */
  iterate(query?: BankQuery, options?: CallOptions): AsyncIterable<Bank>
  /** Asks a bank for the name on an account, and whether the given name matches it. Needs the scope `sell`. */
  nameEnquiry(account: NameEnquiryRequest, options?: CallOptions): Promise<NameEnquiry>
}>

export function createBanks(call: Call): Banks {
  return {
    list: async (options) => (await call('listBanks', { query: {}, options })).banks,
    iterate: (query = {}, options) =>
      eachOfPages(async (after) => {
        const page = { limit: 100, ...query, ...(after && { after }) }
        const { banks: items, next } = await call('listBanks', { query: page, options })
        return { items, next }
      }, query.after),
    nameEnquiry: async (body, options) => (await call('enquireName', { body, options })).enquiry,
  }
}
