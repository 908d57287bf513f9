import { FeedUnavailable } from '../../../movements/feeds/bank-feed.ts'
import { isNumberReference } from '../../../movements/feeds/bank-line.ts'
import { OddAnswer, readList, readObject, readText } from '../../vendor-json.ts'
import { type GatheredLines, gatherLines, joinLines, noLines } from '../gather-lines.ts'
import { readReference, readUtc } from '../line-fields.ts'
import type { ListedRow, ListPage } from '../list/walk-list.ts'
import { optionalField, requireReadable } from '../odd-answers.ts'
import type { MonnifyClient } from './monnify-client.ts'
import { isUnpaid, type MonnifyStatus, readEnvelope } from './monnify-status.ts'

/** A row of the list. It shows only that a transaction exists: it names no payers, and adds up several payers into one row. */
export type MonnifyRow = Readonly<{
  /** Undefined if it cannot be read. */
  reference: string | undefined
  status: string
  time: number | undefined
  /** Whether it belongs to one of our requests for a number. */
  isForNumber: boolean
  row: unknown
}>

type Asked = Readonly<{
  /** The reserved account whose payments are listed. Without it, the payments to numbers for one payment are listed. */
  accountReference?: string
  position: string | undefined
  size: number
  signal: AbortSignal
}>

const MAX_LIST_BYTES = 2 * 1024 * 1024

/** Reads one page, newest rows first. Positions are page numbers, so rows that arrive meanwhile cause repeats but no gaps. */
export async function readMonnifyPage(client: MonnifyClient, asked: Asked): Promise<ListPage<MonnifyRow>> {
  const { accountReference, position = '0', size, signal } = asked
  const query = new URLSearchParams({ page: position, size: String(size) })
  if (accountReference !== undefined) query.set('accountReference', accountReference)
  const list =
    accountReference === undefined
      ? '/api/v1/transactions/search'
      : '/api/v1/bank-transfer/reserved-accounts/transactions'
  const { status, body } = await client.ask(`${list}?${query.toString()}`, {
    signal,
    mostBytes: MAX_LIST_BYTES,
  })
  if (status !== 200)
    throw new FeedUnavailable(`the vendor answered ${status} for ${accountReference ?? 'all transactions'}`)
  const page = readEnvelope(body)
  return requireReadable(() => {
    const rows = readList(page['content'], 'content').map(readRow)
    if (typeof page['last'] !== 'boolean') throw new OddAnswer('the field last is missing')
    return { rows, next: page['last'] || rows.length === 0 ? undefined : String(Number(position) + 1) }
  })
}

function readRow(row: unknown): MonnifyRow {
  const fields = optionalField(() => readObject(row, 'a row')) ?? {}
  const completedOn = fields['completedOn'] ?? fields['createdOn']
  return {
    row,
    reference: optionalField(() => readReference(fields['transactionReference'], 'transactionReference')),
    isForNumber: isNumberReference(String(fields['paymentReference'])) || isOfCustomer(fields),
    status: optionalField(() => readText(fields['paymentStatus'], 'paymentStatus')) ?? '',
    // This time only controls the walk and is never booked. If we read it in the wrong time zone, the walk reads a shifted range but no
    // line changes.
    time: optionalField(() => readUtc(readText(completedOn, 'completedOn'), 'completedOn').getTime()),
  }
}

/** A list does not name the reserved account. It names the customer, whose address we made of our reference. */
function isOfCustomer(fields: Readonly<Record<string, unknown>>): boolean {
  const { email } = (fields['customerDTO'] ?? {}) as Readonly<Record<string, unknown>>
  return typeof email === 'string' && isNumberReference(email.split('@')[0] ?? '')
}

type ReadListed = GatheredLines &
  Readonly<{
    /** Times of the listed rows whose status is not available yet. The next poll reads these rows again. */
    unansweredAt: readonly number[]
  }>

type Options = Readonly<{
  ask(row: MonnifyRow & { reference: string }): Promise<MonnifyStatus>
  /** Time of the newest row, by the list's clock. */
  newest: number
}>

const CONCURRENT_STATUS_REQUESTS = 8
const RETRY_UNANSWERED_FOR_MS = 6 * 3_600_000

/**
 * Requests the status of every row, because only the status names the payers. A row whose status is not available does not stop the other
 * rows. It is tried again in the next polls for some hours. If the first statuses all fail, the vendor counts as unavailable.
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
