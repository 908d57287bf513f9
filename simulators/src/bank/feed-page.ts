import type { Line } from './ledger/line.ts'
import type { SimulatedBank } from './simulated-bank.ts'
import type { Vendor } from './vendor.ts'

export type FeedPage<Row = Line> = Readonly<{ rows: readonly Row[]; total: number; pages: number }>

/** Returns one page of a vendor's list, newest first, starting at page 0. New rows push the others down. */
export function feedPage<Row>(
  rows: readonly Row[],
  page: number,
  size: number,
  repeats: boolean,
): FeedPage<Row> {
  const step = repeats && size > 1 ? size - 1 : size
  // The array is oldest first: count from its end.
  const end = rows.length - page * step
  const slice = end <= 0 ? [] : rows.slice(Math.max(0, end - size), end).toReversed()
  const pages = rows.length <= size ? Math.min(1, rows.length) : 1 + Math.ceil((rows.length - size) / step)
  return { rows: slice, total: rows.length, pages }
}

/** Returns the transactions that a list shows now, oldest first. */
export function listed(bank: SimulatedBank, of: string, vendor: Vendor): readonly Line[] {
  const { clock, ledger, rules } = bank
  const all = ledger.feed(of)
  const now = clock.now()
  const hasGaps = rules.isSet('feed_gap')
  const isHidden = (line: Line) =>
    line.feedFrom > now ||
    (hasGaps &&
      rules.strikes('feed_gap', { vendor, account: line.account, line: line.id }, line.id) !== undefined)
  // Usually nothing is hidden, and a list of hundreds of thousands must not be copied for each page.
  return all.some(isHidden) ? all.filter((line) => !isHidden(line)) : all
}
