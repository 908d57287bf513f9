import { eachOfPages } from '../each-of-pages.ts'
import type { Transaction } from '../events/event.ts'
import type { FoundReply, TimelineReply, UnmatchedPayment } from '../generated/api-types.ts'
import type { Call, CallForStream, CallInput } from '../http/call.ts'
import type { CallOptions } from '../options.ts'

export type TransactionFilters = CallInput<'listTransactions'>['query']
export type ExportFilters = CallInput<'exportTransactions'>['query']
export type TransactionPage = Readonly<{ transactions: readonly Transaction[]; next: string | null }>
export type Timeline = TimelineReply['timeline']
/** `found_as` is the kind of id that matched. */
export type Found = Pick<FoundReply, 'found_as' | 'transactions'>

export type Transactions = Readonly<{
  get(id: string, options?: CallOptions): Promise<Transaction>
  /** Returns every step so far, the current holder of the money, and the evidence. */
  timeline(id: string, options?: CallOptions): Promise<Timeline>
  /** Returns one page, newest first. `next` is the `after` of the next page; null on the last page. */
  page(filters?: TransactionFilters, options?: CallOptions): Promise<TransactionPage>
  /** Yields all transactions, newest first. Each page is requested when the loop reaches it. */
  list(filters?: TransactionFilters, options?: CallOptions): AsyncIterable<Transaction>
  /** Finds transactions by any id: ours, your reference, a bank's session id, a transaction hash or a deposit address. */
  find(id: string, options?: CallOptions): Promise<Found>
  /** Returns naira that arrived for you and are given to no transaction yet, newest first. */
  unmatched(options?: CallOptions): Promise<readonly UnmatchedPayment[]>
  /** Streams a list as CSV. */
  export(filters?: ExportFilters, options?: CallOptions): Promise<ReadableStream<Uint8Array>>
  /** Cancels a buy or a sell for which nothing has arrived. Cancelling it again changes nothing. */
  cancel(id: string, options?: CallOptions): Promise<Transaction>
  /** Returns the receipt as PDF. Only completed or refunded transactions have one. */
  receipt(id: string, options?: CallOptions): Promise<Uint8Array>
  /** Returns a letter as PDF with which a bank can trace the payment. */
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
    unmatched: async (options) => (await call('listUnmatched', { options })).payments,
    export: (query = {}, options) => callForStream('exportTransactions', { query, options }),
    cancel: async (id, options) => (await call('cancelTransaction', { path: { id }, options })).transaction,
    receipt: (id, options) => call('readReceipt', { path: { id }, options }),
    traceLetter: (id, options) => call('readTraceLetter', { path: { id }, options }),
  }
}
