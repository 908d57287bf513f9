import { eachOfPages } from '../each-of-pages.ts'
import { parseExact } from '../exact-json.ts'
import type {
  ConfirmBatchRequest,
  PayoutBatch,
  PayoutBatchReply,
  PayoutBatchRequest,
  PayoutBatchRow,
} from '../generated/api-types.ts'
import { pause } from '../http/back-off.ts'
import type { Call, CallForStream, CallInput } from '../http/call.ts'
import type { Request } from '../http/request.ts'
import type { CallOptions } from '../options.ts'

export type BatchFilters = CallInput<'listBatches'>['query']
export type RowFilters = CallInput<'listBatchRows'>['query']

/** Payouts to many bank accounts with one confirmation. */
export type Batches = Readonly<{
  /** Has the rows checked. Nothing is paid before you confirm the batch. */
  create(rows: PayoutBatchRequest['rows'], options?: CallOptions): Promise<PayoutBatch>
  /** The same with the text of a CSV file. */
  createFromCsv(csv: string, options?: CallOptions): Promise<PayoutBatch>
  get(id: string, options?: CallOptions): Promise<PayoutBatch>
  /** Returns the batch when its rows are checked. Reads it every second. */
  untilReady(id: string, options?: CallOptions): Promise<PayoutBatch>
  /** Yields batches, newest first. */
  list(filters?: BatchFilters, options?: CallOptions): AsyncIterable<PayoutBatch>
  /** Yields the rows of a batch in the order in which you sent them. `{ only: 'problems' }` leaves out those that can be paid. */
  rows(id: string, filters?: RowFilters, options?: CallOptions): AsyncIterable<PayoutBatchRow>
  /** Streams every row with its outcome as CSV. */
  exportRows(id: string, options?: CallOptions): Promise<ReadableStream<Uint8Array>>
  /** Pays the rows without problems. Pass `rows` and `total` of the preview. The same confirmation again changes nothing. */
  confirm(id: string, confirmation: ConfirmBatchRequest, options?: CallOptions): Promise<PayoutBatch>
  /** Ends a batch that is not confirmed. */
  cancel(id: string, options?: CallOptions): Promise<PayoutBatch>
}>

const ASKED_EVERY_MS = 1_000

export function createBatches(call: Call, callForStream: CallForStream, request: Request): Batches {
  const of = (id: string, options: CallOptions | undefined) => ({ path: { id }, options })
  const get: Batches['get'] = async (id, options) => (await call('readBatch', of(id, options))).batch
  return {
    get,
    create: async (rows, options) => (await call('makeBatch', { body: { rows }, options })).batch,
    createFromCsv: async (csv, options = {}) => {
      const { idempotencyKey = crypto.randomUUID(), ...rest } = options
      const path = '/payouts/v1/batches'
      const { text } = await request({ method: 'POST', path, csv, idempotencyKey, ...rest })
      return (parseExact(text) as PayoutBatchReply).batch
    },
    untilReady: async (id, options) => {
      for (;;) {
        const batch = await get(id, options)
        if (batch.state !== 'checking') return batch
        await pause(ASKED_EVERY_MS, options?.signal)
      }
    },
    list: (filters = {}, options) =>
      eachOfPages(async (after) => {
        const query = { limit: 100, ...filters, ...(after && { after }) }
        const { batches: items, next } = await call('listBatches', { query, options })
        return { items, next }
      }, filters.after),
    rows: (id, filters = {}, options) =>
      eachOfPages(async (after) => {
        const query = { limit: 100, ...filters, ...(after && { after }) }
        const { rows: items, next } = await call('listBatchRows', { ...of(id, options), query })
        return { items, next }
      }, filters.after),
    exportRows: async (id, options) => callForStream('exportBatchRows', of(id, options)),
    confirm: async (id, body, options) => (await call('confirmBatch', { ...of(id, options), body })).batch,
    cancel: async (id, options) => (await call('cancelBatch', of(id, options))).batch,
  }
}
