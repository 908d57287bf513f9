import { FeedUnavailable } from '../../../movements/feeds/bank-feed.ts'
import { OddAnswer } from '../../odd-answer.ts'
import { readList, readObject, readOptionalText, readText } from '../../vendor-json.ts'
import type { ListPage } from '../list/walk-list.ts'
import { orNothing } from '../or-nothing.ts'
import { orUnavailable } from '../or-unavailable.ts'
import { readUtc } from '../read-time.ts'
import { readReference } from '../vendor-reference.ts'
import type { PaystackClient } from './paystack-client.ts'

/** Undefined is what cannot be read. */
export type PaystackRow = Readonly<{
  row: unknown
  data: Readonly<Record<string, unknown>> | undefined
  reference: string | undefined
  time: number | undefined
}>

type Asked = Readonly<{
  position: string | undefined
  since: number | undefined
  size: number
  signal: AbortSignal
}>

const MOST_BYTES = 4 * 1024 * 1024

/** One page of the whole integration, the newest first, by the vendor's cursor: rows that come meanwhile move nothing. */
export async function readPaystackPage(client: PaystackClient, asked: Asked): Promise<ListPage<PaystackRow>> {
  const { position, since, size, signal } = asked
  const query = new URLSearchParams({ perPage: String(size), use_cursor: 'true' })
  if (position !== undefined) query.set('next', position)
  if (since !== undefined) query.set('from', new Date(since).toISOString())
  const { status, envelope } = await client.get(`/transaction?${query.toString()}`, {
    signal,
    mostBytes: MOST_BYTES,
  })
  if (status !== 200 || envelope['status'] !== true) throw new FeedUnavailable(`it answered ${status}`)
  return orUnavailable(() => {
    const rows = readList(envelope['data'], 'data').map(readRow)
    const meta = readObject(envelope['meta'], 'meta')
    // A page without one is not the end of the list but an answer to another question.
    if (!('next' in meta)) throw new OddAnswer('meta.next is not there')
    return { rows, next: readOptionalText(meta['next'], 'meta.next') }
  })
}

function readRow(row: unknown): PaystackRow {
  const data = orNothing(() => readObject(row, 'a row'))
  const paidAt = data?.['paid_at'] ?? data?.['created_at']
  return {
    row,
    data,
    reference: orNothing(() => readReference(data?.['reference'], 'reference')),
    time: orNothing(() => readUtc(readText(paidAt, 'paid_at'), 'paid_at').getTime()),
  }
}
