import type { Transaction } from '../events/event.ts'
import type { TimelineReply } from '../generated/api-types.ts'
import type { Call, CallForStream, CallInput } from '../http/call.ts'
import type { CallOptions } from '../options.ts'

export type TransactionFilters = CallInput<'listTransactions'>['query']
export type ExportFilters = CallInput<'exportTransactions'>['query']
export type TransactionPage = Readonly<{ transactions: readonly Transaction[]; next: string | null }>
export type Timeline = TimelineReply['timeline']

export type Transactions = Readonly<{
  get(id: string, options?: CallOptions): Promise<Transaction>
  /** Every step so far, who has the money, and what it can be shown by. */
  timeline(id: string, options?: CallOptions): Promise<Timeline>
  /** One page, newest first. `next` is the `after` of the page behind it; null on the last. */
  page(filters?: TransactionFilters, options?: CallOptions): Promise<TransactionPage>
  /** All of them, newest first, a page at a time as the loop gets there. */
  list(filters?: TransactionFilters, options?: CallOptions): AsyncIterable<Transaction>
  /** The same as CSV, as it comes in. */
  export(filters?: ExportFilters, options?: CallOptions): Promise<ReadableStream<Uint8Array>>
  /** A receipt, as PDF. */
  receipt(id: string, options?: CallOptions): Promise<Uint8Array>
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
    async *list(filters = {}, options) {
      let after = filters.after
      do {
        const { transactions, next } = await page(
          after === undefined ? filters : { ...filters, after },
          options,
        )
        yield* transactions
        after = next ?? undefined
      } while (after !== undefined)
    },
    export: (query = {}, options) => callForStream('exportTransactions', { query, options }),
    receipt: (id, options) => call('readReceipt', { path: { id }, options }),
  }
}
