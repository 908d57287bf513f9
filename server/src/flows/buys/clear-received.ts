import { noteOverdue } from '../../records/transactions/clearing-store.ts'
import type { DrivenBuy } from '../../records/transactions/driven-buy-store.ts'
import type { Taken } from '../advance/drive-object.ts'
import { screenSubjects } from '../screening/screen-subjects.ts'
import type { BuyDeps } from './buy-deps.ts'

/**
 * The naira of a buy is here: everybody named is looked for on the list, and one commit asks the rest and moves it on. The
 * lane that has it then is called at once.
 */
export async function clearReceived(deps: BuyDeps, buy: DrivenBuy, now: Date): Promise<Taken> {
  try {
    const screening = screenSubjects(deps.screen, buy.mode, buy.subjects, now)
    const { dueAt, nudge } = await deps.clear({ buy, screening })
    if (nudge !== undefined) await deps.nudge(nudge)
    return { dueAt }
  } catch (error) {
    await noteOverdue(deps.pool, buy, now)
    throw error
  }
}
