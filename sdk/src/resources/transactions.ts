import { eachOfPages } from '../each-of-pages.ts'
import type { Transaction } from '../events/event.ts'
import type { FoundReply, TimelineReply } from '../generated/api-types.ts'
import type { Call, CallForStream, CallInput } from '../http/call.ts'
import type { CallOptions } from '../options.ts'

export type TransactionFilters = CallInput<'listTransactions'>['query']
export type ExportFilters = CallInput<'exportTransactions'>['query']
export type TransactionPage = Readonly<{ transactions: readonly Transaction[]; next: string | null }>
export type Timeline = TimelineReply['timeline']
/** `found_as` tells what the text turned out to be. */
export type Found = Pick<FoundReply, 'found_as' | 'transactions'>

export type Transactions = Readonly<{
  get(id: string, options?: CallOptions): Promise<Transaction>
  /** Every step so far, who has the money, and what it can be shown by. */
  timeline(id: string, options?: CallOptions): Promise<Timeline>
  /** One page, newest first. `next` is the `after` of the page behind it; null on the last. */
  page(filters?: TransactionFilters, options?: CallOptions): Promise<TransactionPage>
  /** All of them, newest first, a page at a time as the loop gets there. */
  list(filters?: TransactionFilters, options?: CallOptions): AsyncIterable<Transaction>
  /** By any id: ours, your reference, the session id of a bank, the hash of a network, a deposit address. */
  find(id: string, options?: CallOptions): Promise<Found>
  /** A list as CSV, as it comes in. */
  export(filters?: ExportFilters, options?: CallOptions): Promise<ReadableStream<Uint8Array>>
  /** A receipt, as PDF. There is one when it is completed or refunded. */
  receipt(id: string, options?: CallOptions): Promise<Uint8Array>
  /** A letter with which a bank can look for the payment, as PDF. */
  traceLetter(id: string, options?: CallOptions): Promise<Uint8Array>
}>

export function createTransactions(call: Call, callForStream: CallForStream): Transactions {
  const page: Transactions['page'] = async (query = {}, options) => {
    const { transactions, next } = await call('listTransactions', { query, options })
    return { transactions, next }
  }
  return {
    page,
    get: async (id, options) => (await call('readTransaction', { path: { id }, options })).transaction,
    timeline: async (id, options) => (await call('readTimeline', { path: { id }, options })).timeline,
    list: (filters = {}, options) =>
      eachOfPages(async (after) => {
        const { transactions, next } = await page(
          { limit: 100, ...filters, ...(after && { after }) },
          options,
        )
        return { items: transactions, next }
      }, filters.after),
    async find(id, options) {
      const { found_as, transactions } = await call('findTransactions', { query: { id }, options })
      return { found_as, transactions }
    },
    export: (query = {}, options) => callForStream('exportTransactions', { query, options }),
    receipt: (id, options) => call('readReceipt', { path: { id }, options }),
    traceLetter: (id, options) => call('readTraceLetter', { path: { id }, options }),
  }
}
