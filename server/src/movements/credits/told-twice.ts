import type { BankLine } from '../feeds/bank-line.ts'
import type { UnprintedLine } from './unprinted-line-store.ts'

/** What of a line says whether another may be the same. */
export type ToldLine = Pick<BankLine, 'direction' | 'grossMinor' | 'settledMinor' | 'bookedAt'>

export type ToldTwice = Readonly<{ lineId: string; otherLineId: string }>

const DAY_MS = 86_400_000
const WITHIN_DAYS = 4

/**
 * Lines that are new with a statement, each with a line of ours that the statement lacks although it is of the same amount,
 * settled or paid, direction and time. The bank has one of the two: a feed and the statement may have told one payment in two
 * ways, or the feed of a fee that was never taken.
 */
export function findToldTwice(
  news: ReadonlyArray<ToldLine & { lineId: string }>,
  missing: readonly UnprintedLine[],
): ToldTwice[] {
  const left = [...missing]
  return news.flatMap((line) => {
    const at = left.findIndex((other) => isAlike(line, other))
    const [other] = at < 0 ? [] : left.splice(at, 1)
    return other === undefined ? [] : [{ lineId: line.lineId, otherLineId: other.lineId }]
  })
}

function isAlike(line: ToldLine, other: UnprintedLine): boolean {
  const apartMs = Math.abs(line.bookedAt.getTime() - other.bookedAt.getTime())
  return (
    line.direction === other.direction &&
    (line.settledMinor === other.settledMinor || line.grossMinor === other.grossMinor) &&
    apartMs <= WITHIN_DAYS * DAY_MS
  )
}
