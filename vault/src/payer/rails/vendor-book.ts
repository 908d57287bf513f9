import { BankUnavailable, type RailLine, type RailLines } from './bank-rail.ts'

type BookPage = Readonly<{ lines: readonly RailLine[]; isLast: boolean }>

type ListedOrder = Readonly<{ vendorId: string; reference: string }>

const MOST_PAGES = 400
const LOOK_BACK_EVERY_MS = 45_000
const LOOK_BACK_MS = 10 * 60_000
const MOST_KEPT = 50_000
// Number of pages of recent orders that are searched. A line whose order is not on them was not ordered by us, or contains our reference
// itself.
const MOST_ORDER_PAGES = 5

/**
 * Reads the lines of a vendor's ledger above the cursor, which is the newest line of the last read. Returns them oldest first, although the
 * vendor's pages are newest first. Lines that arrive meanwhile push older lines to the next page, so none is missed. A line may also be
 * inserted late, below newer ones. So all lines on the cursor's page are returned each time, and from time to time also the lines of the
 * ten minutes before the cursor.
 */
export function createBookWalk(nowMs: () => number = Date.now) {
  let lookedBackMs = 0
  return async (
    cursor: string | null,
    readPage: (number: number) => Promise<BookPage>,
  ): Promise<RailLines> => {
    const isLookingBack = nowMs() - lookedBackMs >= LOOK_BACK_EVERY_MS
    const found = new Map<string, RailLine>()
    for (let number = 0; number < MOST_PAGES; number += 1) {
      const { lines, isLast } = await readPage(number)
      for (const line of lines) found.set(line.externalId, line)
      if (isLast || isFarEnough(found, cursor, isLookingBack)) {
        if (isLookingBack) lookedBackMs = nowMs()
        const [newest] = found.keys()
        return { lines: [...found.values()].toReversed(), cursor: newest ?? cursor ?? '', isWhole: true }
      }
    }
    throw new BankUnavailable("the vendor's ledger has more new lines than one run can read")
  }
}

/** Whether enough pages were read. Uses only the vendor's times, so that our clock does not matter. */
function isFarEnough(
  found: ReadonlyMap<string, RailLine>,
  cursor: string | null,
  isLookingBack: boolean,
): boolean {
  const last = cursor === null ? undefined : found.get(cursor)
  if (last === undefined) return false
  if (!isLookingBack) return true
  const since = last.at.getTime() - LOOK_BACK_MS
  return [...found.values()].some(({ at }) => at.getTime() < since)
}

/** Remembers which of our references belongs to each of the vendor's own numbers. */
export function createLearnedReferences() {
  const known = new Map<string, string>()
  return {
    /** Reads the vendor's list of orders until all of these are known. */
    learn: async (
      vendorIds: readonly string[],
      readPage: (number: number) => Promise<readonly ListedOrder[]>,
    ): Promise<void> => {
      if (known.size > MOST_KEPT) known.clear()
      const isMissing = (): boolean => vendorIds.some((vendorId) => !known.has(vendorId))
      for (let number = 0; number < MOST_ORDER_PAGES && isMissing(); number += 1) {
        const orders = await readPage(number)
        for (const { vendorId, reference } of orders) known.set(vendorId, reference)
        if (orders.length === 0) return
      }
    },
    get: (vendorId: string): string | undefined => known.get(vendorId),
  }
}

/** Returns our reference from a line of the vendor's ledger that repeats our text. */
export function referenceIn(words: unknown): string | null {
  return typeof words === 'string' ? (/\baf-[0-9a-f]{32}\b/.exec(words)?.[0] ?? null) : null
}
