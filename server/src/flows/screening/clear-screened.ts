import type { Pool } from '../../kernel/postgres/pool.ts'
import type { Screen, ScreenSubject } from '../../records/screening/screen.ts'
import { type Cleared, type Clearing, noteOverdue } from '../../records/transactions/clearing-store.ts'
import type { Driven } from '../../records/transactions/driven-store.ts'
import type { Taken } from '../advance/drive-object.ts'
import type { SendNudge } from '../advance/send-nudges.ts'
import { screenSubjects } from './screen-subjects.ts'

/** What it takes to clear what goes to a wallet. */
export type ClearingDeps = Readonly<{
  pool: Pool
  screen: Screen
  nudge: SendNudge
  /** Clears one, perhaps together with others that wait for the same. */
  clear: (clearing: Clearing) => Promise<Cleared>
}>

/**
 * What a transaction sends is here: everybody named is looked for on the list, and one commit asks the rest and moves it on. The
 * lane that has it then is called at once.
 */
export async function clearScreened(
  deps: ClearingDeps,
  transaction: Driven & Readonly<{ subjects: readonly ScreenSubject[] }>,
  now: Date,
): Promise<Taken> {
  try {
    const screening = screenSubjects(deps.screen, transaction.mode, transaction.subjects, now)
    const { dueAt, nudge } = await deps.clear({ transaction, screening })
    if (nudge !== undefined) await deps.nudge(nudge)
    return { dueAt }
  } catch (error) {
    await noteOverdue(deps.pool, transaction, now)
    throw error
  }
}
