import { noteOverdue } from '../../records/transactions/clearing/clearing-store.ts'
import {
  type DrivenSell,
  findStaleScreening,
  lookAtSell,
  screenSellAgain,
  subjectsOfSell,
} from '../../records/transactions/clearing/sell-clearing-store.ts'
import type { Taken } from '../advance/drive-object.ts'
import { screenSubjects } from '../screening/clear-screened.ts'
import type { SellDeps } from './sell-deps.ts'

/**
 * A sell that was cleared and is not being paid. Lists change: where nobody was looked for within a day, everybody named is looked for
 * again before it is given to an account that pays.
 */
export async function tryAgain(deps: SellDeps, sell: DrivenSell, now: Date): Promise<Taken> {
  try {
    const stale = await findStaleScreening(deps.pool, sell, now)
    if (stale !== undefined) {
      const screening = screenSubjects(deps.screen, sell.mode, subjectsOfSell(sell, stale.bankName), now)
      // Held, or moved on: the row says what is due then.
      if ((await screenSellAgain(deps.pool, sell, screening, now)) !== false) return { dueAt: now }
    }
  } catch (error) {
    await noteOverdue(deps.pool, sell, now)
    throw error
  }
  return { dueAt: await lookAtSell(deps.pool, sell, now) }
}
