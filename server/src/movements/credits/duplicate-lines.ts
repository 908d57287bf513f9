import type { BankLine } from '../feeds/bank-line.ts'

/** A line that feeds told us of and no statement has. */
export type MissingLine = Readonly<{
  lineId: string
  direction: 'credit' | 'debit'
  grossMinor: bigint
  settledMinor: bigint
  bookedAt: Date
  /** Who told us. */
  sources: readonly string[]
}>

/** What of a line says whether another may be the same. */
export type ComparedLine = Pick<BankLine, 'direction' | 'grossMinor' | 'settledMinor' | 'bookedAt'>

export type DuplicateLine = Readonly<{ lineId: string; otherLineId: string }>

const DAY_MS = 86_400_000
const SAME_PAYMENT_WITHIN_DAYS = 4

/**
 * Lines that are new with a statement, each with a line of ours that the statement lacks although it is of the same amount,
 * settled or paid, direction and time. The bank has one of the two: a feed and the statement may have told one payment in two
 * ways, or the feed of a fee that was never taken.
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
