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

export const usualPace: ListPace = {
  overlapMs: 15 * MINUTE_MS,
  lookBackMs: 3 * DAY_MS,
  lookBackEveryMs: 5 * MINUTE_MS,
  // A bank may recall for fourteen working days, and vendors reverse for thirty days.
  takenBackMs: 30 * DAY_MS,
  takenBackEveryMs: DAY_MS,
  rowsPerPage: 100,
}
