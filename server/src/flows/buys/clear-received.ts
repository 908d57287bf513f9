import { isCurrent } from '../../records/screening/current-list.ts'
import type { Screen } from '../../records/screening/screen.ts'
import { noteOverdueBuy, type Screening } from '../../records/transactions/clearing-store.ts'
import type { DrivenBuy } from '../../records/transactions/driven-buy-store.ts'
import type { Taken } from '../advance/drive-object.ts'
import type { BuyDeps } from './buy-deps.ts'

/**
 * The naira of a buy is here: everybody named is looked for on the list, and one commit asks the rest and moves it on. The
 * lane that has it then is called at once.
 */
export async function clearReceived(deps: BuyDeps, buy: DrivenBuy, now: Date): Promise<Taken> {
  try {
    const screening = screenBuy(deps.screen, buy, now)
    const { dueAt, nudge } = await deps.clear({ buy, screening })
    if (nudge !== undefined) await deps.nudge(nudge)
    return { dueAt }
  } catch (error) {
    await noteOverdueBuy(deps.pool, buy, now)
    throw error
  }
}

/** Without a list that can be relied on nothing real is cleared; in test mode that would only teach to wait. */
function screenBuy(screen: Screen, { mode, subjects }: DrivenBuy, now: Date): Screening {
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
