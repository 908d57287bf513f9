import type { BankLine } from '../feeds/bank-line.ts'

/** A line that feeds reported and no statement contains. */
export type MissingLine = Readonly<{
  lineId: string
  direction: 'credit' | 'debit'
  grossMinor: bigint
  settledMinor: bigint
  bookedAt: Date
  /** Feeds that reported the line. */
  sources: readonly string[]
}>

/** Properties that decide whether two lines may be the same payment. */
export type ComparedLine = Pick<BankLine, 'direction' | 'grossMinor' | 'settledMinor' | 'bookedAt'>

export type DuplicateLine = Readonly<{ lineId: string; otherLineId: string }>

const DAY_MS = 86_400_000
const SAME_PAYMENT_WITHIN_DAYS = 4

/**
 * Returns the lines that a statement adds and that may duplicate one of our lines, each with that line. The statement lacks our line,
 * although amount (settled or paid), direction and time match. So the bank has only one of the two lines: a feed and the statement may show
 * one payment differently, or the feed may report a fee that was never charged.
 */
export function findDuplicateLines(
  news: ReadonlyArray<ComparedLine & { lineId: string }>,
  missing: readonly MissingLine[],
): DuplicateLine[] {
  const left = [...missing]
  return news.flatMap((line) => {
    const at = left.findIndex((other) => isAlike(line, other))
    const [other] = at < 0 ? [] : left.splice(at, 1)
    return other === undefined ? [] : [{ lineId: line.lineId, otherLineId: other.lineId }]
  })
}

function isAlike(line: ComparedLine, other: MissingLine): boolean {
  const apartMs = Math.abs(line.bookedAt.getTime() - other.bookedAt.getTime())
  return (
    line.direction === other.direction &&
    (line.settledMinor === other.settledMinor || line.grossMinor === other.grossMinor) &&
    apartMs <= SAME_PAYMENT_WITHIN_DAYS * DAY_MS
  )
}
