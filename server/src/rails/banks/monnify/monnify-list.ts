import { FeedUnavailable } from '../../../movements/feeds/bank-feed.ts'
import { OddAnswer } from '../../odd-answer.ts'
import { readList, readObject, readText } from '../../vendor-json.ts'
import type { ListPage } from '../list/walk-list.ts'
import { orNothing } from '../or-nothing.ts'
import { orUnavailable } from '../or-unavailable.ts'
import { readUtc } from '../read-time.ts'
import { readReference } from '../vendor-reference.ts'
import type { MonnifyClient } from './monnify-client.ts'
import { readEnvelope } from './monnify-status.ts'

/** The list is asked only for what there is: it tells nothing of payers, and adds up several into one row. */
export type MonnifyRow = Readonly<{
  /** Undefined where it cannot be read. */
  reference: string | undefined
  status: string
  time: number | undefined
  row: unknown
}>

type Asked = Readonly<{
  accountReference: string
  position: string | undefined
  size: number
  signal: AbortSignal
}>

const MOST_BYTES = 2 * 1024 * 1024

/** One page, the newest first. Positions are page numbers: rows that come meanwhile are met twice, never missed. */
export async function readMonnifyPage(client: MonnifyClient, asked: Asked): Promise<ListPage<MonnifyRow>> {
  const { accountReference, position = '0', size, signal } = asked
  const query = new URLSearchParams({ accountReference, page: position, size: String(size) })
  const path = `/api/v1/bank-transfer/reserved-accounts/transactions?${query.toString()}`
  const { status, body } = await client.get(path, { signal, mostBytes: MOST_BYTES })
  if (status !== 200) throw new FeedUnavailable(`it answered ${status} for ${accountReference}`)
  const page = readEnvelope(body)
  return orUnavailable(() => {
    const rows = readList(page['content'], 'content').map(readRow)
    if (typeof page['last'] !== 'boolean') throw new OddAnswer('last is not there')
    return { rows, next: page['last'] || rows.length === 0 ? undefined : String(Number(position) + 1) }
  })
}

function readRow(row: unknown): MonnifyRow {
  const fields = orNothing(() => readObject(row, 'a row')) ?? {}
  const completedOn = fields['completedOn'] ?? fields['createdOn']
  return {
    row,
    reference: orNothing(() => readReference(fields['transactionReference'], 'transactionReference')),
    status: orNothing(() => readText(fields['paymentStatus'], 'paymentStatus')) ?? '',
    // By this clock the list is walked, not booked: a zone that it states wrongly shifts the walk, not a line.
    time: orNothing(() => readUtc(readText(completedOn, 'completedOn'), 'completedOn').getTime()),
  }
}
