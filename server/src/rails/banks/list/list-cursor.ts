/** A walk through a list that continues in the next call. */
export type Walk = Readonly<{
  /** The vendor's identifier of the next page. Undefined for the first page. */
  position?: string
  /** The walk ends at rows older than this. Undefined until the first page has shown the time of the newest row. */
  floor?: number
  /** Time of the newest row on the first page. */
  newest?: number
}>

/** The progress of reading a list, in milliseconds. Row times use the vendor's clock. Times of walks use our clock. */
export type ListCursor = Readonly<{
  /** Everything up to this row time has been read. */
  through?: number
  /** The unfinished walk through the newest rows. */
  recent?: Walk
  /** The unfinished, slower walk that reads past rows again. */
  deep?: Walk
  lookedBackAt?: number
  lookedForTakenBackAt?: number
}>

const numbers = ['through', 'lookedBackAt', 'lookedForTakenBackAt'] as const

export function writeCursor(cursor: ListCursor): string {
  return JSON.stringify(cursor)
}

/** Returns an empty cursor if the text is not valid. The list is then read from the beginning, which takes time but loses nothing. */
export function readCursor(text: string | undefined): ListCursor {
  if (text === undefined) return {}
  try {
    const value: unknown = JSON.parse(text)
    return isCursor(value) ? value : {}
  } catch {
    return {}
  }
}

function isCursor(value: unknown): value is ListCursor {
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Record<string, unknown>
  return (
    numbers.every((name) => isOptionalNumber(fields[name])) &&
    isWalk(fields['recent']) &&
    isWalk(fields['deep'])
  )
}

function isWalk(value: unknown): boolean {
  if (value === undefined) return true
  if (typeof value !== 'object' || value === null) return false
  const { position, floor, newest } = value as Record<string, unknown>
  return (
    (position === undefined || typeof position === 'string') &&
    isOptionalNumber(floor) &&
    isOptionalNumber(newest)
  )
}

function isOptionalNumber(value: unknown): boolean {
  return value === undefined || (typeof value === 'number' && Number.isFinite(value))
}

/** Controls how far back a list is read, and how often. */
export type ListPace = Readonly<{
  /**
   * Every poll reads the rows that are newer than the newest row of the last poll, and the rows that are up to this much older than that
   * row.
   */
  overlapMs: number
  /** Rows can appear late, with a time in the past. All rows this far back are read again. */
  lookBackMs: number
  /** Interval between these walks into the past. */
  lookBackEveryMs: number
  /** Rows between `lookBackMs` and this age are read only to find credits that were reversed. */
  takenBackMs: number
  takenBackEveryMs: number
  /** Maximum number of rows per page. */
  rowsPerPage: number
}>

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

export const defaultPace: ListPace = {
  overlapMs: 15 * MINUTE_MS,
  lookBackMs: 3 * DAY_MS,
  lookBackEveryMs: 5 * MINUTE_MS,
  // A bank may recall a credit within fourteen working days, and a vendor may reverse one within thirty days.
  takenBackMs: 30 * DAY_MS,
  takenBackEveryMs: DAY_MS,
  rowsPerPage: 100,
}
