import type { Clock } from '../../kernel/clock/clock.ts'
import type { Screen, ScreenList } from '../../records/screening/screen.ts'
import { createListScreen } from './list-screen.ts'
import { nigsacFormat } from './nigsac-list.ts'
import { sdnFormat } from './sdn-list.ts'
import { unFormat } from './un-list.ts'

/**
 * Combines the lists of the US Treasury, the Security Council of the United Nations and the Nigeria Sanctions Committee. The combined list
 * is as old as the oldest of them. The combined list is undefined while one of the lists is missing, because a screening would then be
 * incomplete.
 */
export function createSanctionsScreen(options: {
  folder: string
  clock: Clock
  onProblem: (error: unknown) => void
}): Screen & { refresh(): Promise<void> } {
  const screens = [sdnFormat, unFormat, nigsacFormat].map((format) =>
    createListScreen({ ...options, format }),
  )
  return {
    get list() {
      return joinLists(screens.map(({ list }) => list))
    },
    screen: (subjects) => screens.flatMap((screen) => screen.screen(subjects)),
    refresh: async () => {
      await Promise.all(screens.map(async (screen) => screen.refresh()))
    },
  }
}

function joinLists(lists: ReadonlyArray<ScreenList | undefined>): ScreenList | undefined {
  const there = lists.filter((list) => list !== undefined)
  if (there.length < lists.length) return undefined
  return {
    name: there.map(({ name }) => name).join('+'),
    version: there.map(({ name, version }) => `${name}:${version}`).join(' '),
    loadedAt: new Date(Math.min(...there.map(({ loadedAt }) => loadedAt.getTime()))),
  }
}
