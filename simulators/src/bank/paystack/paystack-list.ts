import { feedPage, listed } from '../feed-page.ts'
import { findTransaction, isReversed, tellingOf } from '../find-transaction.ts'
import type { Line } from '../ledger/line.ts'
import { paystackId, paystackSeq } from '../payments/vendor-reference.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { writeCharge } from './paystack-charge.ts'

export type ListQuery = {
  perPage?: string
  page?: string
  from?: string
  to?: string
  use_cursor?: string
  next?: string
}

type Asked = Readonly<{
  perPage: number
  page: number
  from: number
  to: number
  /** Undefined: lists by page. Null: lists by cursor, from the newest. */
  cursor: number | null | undefined
}>

export function readListQuery(query: ListQuery): Asked | undefined {
  const perPage = Number(query.perPage ?? '50')
  const page = Number(query.page ?? '1')
  const from = query.from === undefined ? -Infinity : Date.parse(query.from)
  const to = query.to === undefined ? Infinity : Date.parse(query.to)
  if (!isWhole(perPage, 100) || !isWhole(page, 1_000_000) || Number.isNaN(from) || Number.isNaN(to))
    return undefined
  return { perPage, page, from, to, cursor: readCursor(query) }
}

/** Writes all transactions of the integration, newest first, by page or by cursor. */
export function writeList(bank: SimulatedBank, asked: Asked): object {
  const on = { vendor: 'paystack' } as const
  const { from, to, perPage, cursor } = asked
  const rows = listed(bank, 'paystack', 'paystack').filter(
    ({ bookedAt }) => bookedAt >= from && bookedAt <= to,
  )
  const repeats = perPage > 1 && bank.rules.strikes('feed_page_repeats', on) !== undefined
  const telling = tellingOf(bank, 'paystack')
  const write = (line: Line) => {
    const found = findTransaction(bank, 'paystack', line.reference)
    return found && writeCharge(found, telling, { status: isReversed(bank, found) ? 'reversed' : 'success' })
  }
  const envelope = { status: true, message: 'Transactions retrieved' }
  if (cursor === undefined) {
    const { rows: data, total, pages } = feedPage(rows, asked.page - 1, perPage, repeats)
    const meta = { total, skipped: (asked.page - 1) * perPage, perPage, page: asked.page, pageCount: pages }
    return { ...envelope, data: data.map(write), meta }
  }
  const older = cursor === null ? rows : rows.filter(({ seq }) => seq < cursor + (repeats ? 1 : 0))
  const data = older.slice(-perPage).toReversed()
  const last = data.at(-1)
  const next = last === undefined || data.length === older.length ? null : writeCursor(last.seq)
  return { ...envelope, data: data.map(write), meta: { next, previous: null, perPage } }
}

function readCursor({ use_cursor, next }: ListQuery): number | null | undefined {
  if (next !== undefined) {
    const id = /:(\d+)$/.exec(Buffer.from(next, 'base64').toString())?.[1]
    return id === undefined ? null : paystackSeq(Number(id))
  }
  return use_cursor === 'true' ? null : undefined
}

function writeCursor(seq: number): string {
  return Buffer.from(`transaction:${paystackId(seq)}`).toString('base64')
}

function isWhole(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= most
}
