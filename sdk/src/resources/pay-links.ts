import { eachOfPages } from '../each-of-pages.ts'
import type { PayLink, PayLinkRequest } from '../generated/api-types.ts'
import type { Call, CallInput } from '../http/call.ts'
import type { NameBusiness, Unnamed } from '../identity.ts'
import type { CallOptions } from '../options.ts'

export type PayLinkFilters = CallInput<'listPayLinks'>['query']

export type PayLinkInput = Unnamed<PayLinkRequest & { type?: never }>

export type PayLinks = Readonly<{
  /** Creates a page that shows a payer the amount, the account and the progress. Its buy is matched without a claim by the payer. */
  create(link: PayLinkInput, options?: CallOptions): Promise<PayLink>
  get(id: string, options?: CallOptions): Promise<PayLink>
  /** Yields your links, newest first. Each page is requested when the loop reaches it. */
  list(filters?: PayLinkFilters, options?: CallOptions): AsyncIterable<PayLink>
  /** Cancels the page if nothing was paid yet. */
  cancel(id: string, options?: CallOptions): Promise<PayLink>
}>

export function createPayLinks(call: Call, nameBusiness: NameBusiness): PayLinks {
  return {
    async create(link, options) {
      const body = await nameBusiness(link)
      return (await call('makePayLink', { body, options })).pay_link
    },
    get: async (id, options) => (await call('readPayLink', { path: { id }, options })).pay_link,
    list: (filters = {}, options) =>
      eachOfPages(async (after) => {
        const query = { limit: 100, ...filters, ...(after && { after }) }
        const { pay_links: items, next } = await call('listPayLinks', { query, options })
        return { items, next }
      }, filters.after),
    cancel: async (id, options) => (await call('cancelPayLink', { path: { id }, options })).pay_link,
  }
}
