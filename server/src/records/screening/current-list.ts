import type { ScreenList } from './screen.ts'

const DAY_MS = 24 * 60 * 60 * 1000
// Lists change on some days of a week. One that was not renewed over a long weekend can no longer be relied on.
const RELIED_ON_MS = 4 * DAY_MS

/** Whether a list is there and young enough to say that somebody is not on it. */
export function isCurrent(list: ScreenList | undefined, now: Date): boolean {
  return list !== undefined && now.getTime() - list.loadedAt.getTime() <= RELIED_ON_MS
}
