import { BankUnavailable, type RailLine, type RailLines } from './bank-rail.ts'

export type BookPage = Readonly<{ lines: readonly RailLine[]; isLast: boolean }>

// A vendor may book a line a little later than a younger one.
const OVERLAP_MS = 30_000
const MOST_PAGES = 400

/**
 * Everything that a vendor's own book has after the cursor (a time), the oldest first, from pages that come newest first. Lines that come
 * meanwhile push older ones to the next page, so that none is missed. The last half minute before the cursor comes again.
 */
export async function walkBook(
  cursor: string | null,
  readPage: (number: number) => Promise<BookPage>,
): Promise<RailLines> {
  const since = cursor === null ? 0 : Date.parse(cursor) - OVERLAP_MS
  if (Number.isNaN(since)) throw new BankUnavailable('the cursor is none of ours')
  const found = new Map<string, RailLine>()
  for (let number = 0; number < MOST_PAGES; number += 1) {
    const { lines, isLast } = await readPage(number)
    for (const line of lines) found.set(line.externalId, line)
    if (isLast || lines.some(({ at }) => at.getTime() < since)) return conclude(found, cursor, since)
  }
  throw new BankUnavailable('there is more in the book since the last look than can be read at once')
}

function conclude(found: ReadonlyMap<string, RailLine>, cursor: string | null, since: number): RailLines {
  const lines = [...found.values()]
    .filter(({ at }) => at.getTime() >= since)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
  const newest = lines.at(-1)?.at.toISOString()
  const isNewer = newest !== undefined && (cursor === null || newest > cursor)
  return { lines, cursor: isNewer ? newest : (cursor ?? new Date(0).toISOString()), isWhole: true }
}
