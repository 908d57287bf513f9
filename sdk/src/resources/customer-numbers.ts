import { eachOfPages } from '../each-of-pages.ts'
import type { CustomerNumber, CustomerNumberRequest } from '../generated/api-types.ts'
import type { Call, CallInput } from '../http/call.ts'
import type { NameBusiness, Unnamed } from '../identity.ts'
import type { CallOptions } from '../options.ts'

export type CustomerNumberFilters = CallInput<'listCustomerNumbers'>['query']

export type CustomerNumberInput = Unnamed<CustomerNumberRequest & { type?: never }>

/** Account numbers that belong to your customers. Every payment to one becomes a buy for its customer. */
export type CustomerNumbers = Readonly<{
  /** Returns the number of a customer. The same `reference` always returns the same number. */
  obtain(customer: CustomerNumberInput, options?: CallOptions): Promise<CustomerNumber>
  get(id: string, options?: CallOptions): Promise<CustomerNumber>
  /** Yields your numbers, newest first. Each page is requested when the loop reaches it. */
  list(filters?: CustomerNumberFilters, options?: CallOptions): AsyncIterable<CustomerNumber>
  /** Ends a number for ever. What is paid to it later goes back to its payer. */
  end(id: string, options?: CallOptions): Promise<CustomerNumber>
}>

export function createCustomerNumbers(call: Call, nameBusiness: NameBusiness): CustomerNumbers {
  return {
    async obtain(customer, options) {
      const body = await nameBusiness(customer)
      return (await call('obtainCustomerNumber', { body, options })).number
    },
    get: async (id, options) => (await call('readCustomerNumber', { path: { id }, options })).number,
    list: (filters = {}, options) =>
      eachOfPages(async (after) => {
        const query = { limit: 100, ...filters, ...(after && { after }) }
        const { numbers: items, next } = await call('listCustomerNumbers', { query, options })
        return { items, next }
      }, filters.after),
    end: async (id, options) => (await call('endCustomerNumber', { path: { id }, options })).number,
  }
}
