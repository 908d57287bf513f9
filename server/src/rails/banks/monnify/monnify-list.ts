import { FeedUnavailable } from '../../../movements/feeds/bank-feed.ts'
import { OddAnswer, readList, readObject, readText } from '../../vendor-json.ts'
import { type GatheredLines, gatherLines, joinLines, noLines } from '../gather-lines.ts'
import { readReference, readUtc } from '../line-fields.ts'
import type { ListedRow, ListPage } from '../list/walk-list.ts'
import { optionalField, requireReadable } from '../odd-answers.ts'
import type { MonnifyClient } from './monnify-client.ts'
import { isUnpaid, type MonnifyStatus, readEnvelope } from './monnify-status.ts'

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

const MAX_LIST_BYTES = 2 * 1024 * 1024

/** One page, the newest first. Positions are page numbers: rows that come meanwhile are met twice, never missed. */
export async function readMonnifyPage(client: MonnifyClient, asked: Asked): Promise<ListPage<MonnifyRow>> {
  const { accountReference, position = '0', size, signal } = asked
  const query = new URLSearchParams({ accountReference, page: position, size: String(size) })
  const path = `/api/v1/bank-transfer/reserved-accounts/transactions?${query.toString()}`
  const { status, body } = await client.get(path, { signal, mostBytes: MAX_LIST_BYTES })
  if (status !== 200) throw new FeedUnavailable(`it answered ${status} for ${accountReference}`)
  const page = readEnvelope(body)
  return requireReadable(() => {
    const rows = readList(page['content'], 'content').map(readRow)
    if (typeof page['last'] !== 'boolean') throw new OddAnswer('last is missing')
    return { rows, next: page['last'] || rows.length === 0 ? undefined : String(Number(position) + 1) }
  })
}

function readRow(row: unknown): MonnifyRow {
  const fields = optionalField(() => readObject(row, 'a row')) ?? {}
  const completedOn = fields['completedOn'] ?? fields['createdOn']
  return {
    row,
    reference: optionalField(() => readReference(fields['transactionReference'], 'transactionReference')),
    status: optionalField(() => readText(fields['paymentStatus'], 'paymentStatus')) ?? '',
    // By this clock the list is walked, not booked: a zone that it states wrongly shifts the walk, not a line.
    time: optionalField(() => readUtc(readText(completedOn, 'completedOn'), 'completedOn').getTime()),
  }
}

type ReadListed = GatheredLines &
  Readonly<{
    /** When the rows are from that are listed and had no answer yet: the next poll begins there. */
    unansweredAt: readonly number[]
  }>

type Options = Readonly<{
  ask(row: MonnifyRow & { reference: string }): Promise<MonnifyStatus>
  /** The newest row of the list, by the list's clock. */
  newest: number
}>

const CONCURRENT_STATUS_REQUESTS = 8
const RETRY_UNANSWERED_FOR_MS = 6 * 3_600_000

/**
 * Asks for the status of every row, because only that tells who paid. A row whose status cannot be had is held for the
 * next poll, for some hours, and its neighbours are read; when none can be had, the vendor is away.
 */
export async function readListed(
  rows: readonly ListedRow<MonnifyRow>[],
  { ask, newest }: Options,
): Promise<ReadListed> {
  const parts: GatheredLines[] = []
  const unansweredAt: number[] = []
  let answered = 0
  let failure: FeedUnavailable | undefined

  const readOne = async ({ row, age }: ListedRow<MonnifyRow>): Promise<GatheredLines> => {
    const { reference, status, time = newest } = row
    if (reference === undefined) return refuse(row, 'transactionReference is not a reference')
    if (isUnpaid(status) || (age === 'old' && status === 'PAID')) return noLines
    try {
      const found = await ask({ ...row, reference })
      answered += 1
      if (found.kind === 'found') return found
    } catch (error) {
      if (!(error instanceof FeedUnavailable)) throw error
      failure = error
    }
    if (newest - time > RETRY_UNANSWERED_FOR_MS)
      return refuse(row, 'it was listed long ago, but its status is not available')
    if (age === 'new') unansweredAt.push(time)
    return noLines
  }

  for (let at = 0; at < rows.length; at += CONCURRENT_STATUS_REQUESTS) {
    parts.push(...(await Promise.all(rows.slice(at, at + CONCURRENT_STATUS_REQUESTS).map(readOne))))
    if (failure !== undefined && answered === 0) throw failure
  }
  return { ...joinLines(parts), unansweredAt }
}

function refuse({ row, reference }: MonnifyRow, reason: string): GatheredLines {
  return gatherLines(row, reference, () => {
    throw new OddAnswer(reason)
  })
}
