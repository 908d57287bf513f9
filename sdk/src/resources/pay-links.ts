import type { PayLink, PayLinkRequest } from '../generated/api-types.ts'
import type { Call } from '../http/call.ts'
import type { NameBusiness, Unnamed } from '../identity.ts'
import type { CallOptions } from '../options.ts'

export type PayLinkInput = Unnamed<PayLinkRequest & { type?: never }>

export type PayLinks = Readonly<{
  /** Makes a page that tells a payer what to pay, where, and how far it has got. Its buy is matched with no claim typed. */
  create(link: PayLinkInput, options?: CallOptions): Promise<PayLink>
  get(id: string, options?: CallOptions): Promise<PayLink>
  /** Takes the page away, as long as nothing was paid. */
  cancel(id: string, options?: CallOptions): Promise<PayLink>
}>

export function createPayLinks(call: Call, nameBusiness: NameBusiness): PayLinks {
  return {
    async create(link, options) {
      const body = await nameBusiness(link)
      return (await call('makePayLink', { body, options })).pay_link
    },
    get: async (id, options) => (await call('readPayLink', { path: { id }, options })).pay_link,
    cancel: async (id, options) => (await call('cancelPayLink', { path: { id }, options })).pay_link,
  }
}
