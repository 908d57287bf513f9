/** A walk that goes on in the next call: where, how far back it goes, and when it began. */
export type Walk = Readonly<{
  /** The vendor's name of the next page; undefined: the first. */
  position?: string
  /** Rows older than this end it; undefined until the first page has shown how new the newest is. */
  floor?: number
  /** The newest row on its first page. */
  newest?: number
}>

/** How far a list has been read. Times of rows are the vendor's, times of walks are ours; all in milliseconds. */
export type ListCursor = Readonly<{
  /** Everything up to this row time has been read. */
  through?: number
  /** Catching up with the newest rows is under way. */
  recent?: Walk
  /** The slow re-reading of the past is under way. */
  deep?: Walk
  lookedBackAt?: number
  lookedForTakenBackAt?: number
}>

const numbers = ['through', 'lookedBackAt', 'lookedForTakenBackAt'] as const

export function writeCursor(cursor: ListCursor): string {
  return JSON.stringify(cursor)
}

/** A cursor that cannot be read is none: the list is then read from the beginning, which costs time and loses nothing. */
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

/** How far back a list is read, and how often. */
export type ListPace = Readonly<{
  /** Every poll reads what is newer than the last one's newest row, and this much behind it. */
  overlapMs: number
  /** Rows enter lists late and in the past: this far back everything is read again … */
  lookBackMs: number
  /** … this often. */
  lookBackEveryMs: number
  /** Further back only what was taken back since is of interest. */
  takenBackMs: number
  takenBackEveryMs: number
  /** The most rows that one call reads. */
  rowsPerPage: number
}>

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

export const defaultPace: ListPace = {
  overlapMs: 15 * MINUTE_MS,
  lookBackMs: 3 * DAY_MS,
  lookBackEveryMs: 5 * MINUTE_MS,
  // A bank may recall for fourteen working days, and vendors reverse for thirty days.
  takenBackMs: 30 * DAY_MS,
  takenBackEveryMs: DAY_MS,
  rowsPerPage: 100,
}
