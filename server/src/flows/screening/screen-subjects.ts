import type { Mode } from '../../kernel/mode.ts'
import { isCurrent } from '../../records/screening/current-list.ts'
import type { Screen, ScreenSubject } from '../../records/screening/screen.ts'
import type { Screening } from '../../records/transactions/clearing-store.ts'

/** Without a list that can be relied on nothing real is cleared; in test mode that would only teach to wait. */
export function screenSubjects(
  screen: Screen,
  mode: Mode,
  subjects: readonly ScreenSubject[],
  now: Date,
): Screening {
  const { list } = screen
  if (mode === 'live' && !isCurrent(list, now)) {
    throw new Error(
      list === undefined
        ? 'there is no list to screen against'
        : `the list ${list.version} is too old to screen against`,
    )
  }
  return { list, subjects, hits: list === undefined ? [] : screen.screen(subjects) }
}
