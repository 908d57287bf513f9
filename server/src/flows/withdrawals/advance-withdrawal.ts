import {
  type DrivenWithdrawal,
  lookAtWithdrawal,
} from '../../records/transactions/clearing/clearing-store.ts'
import type { Taken } from '../advance/drive-object.ts'
import { type ClearingDeps, clearScreened } from '../screening/clear-screened.ts'

/**
 * Takes the next step of a withdrawal that is due. One that was just requested is cleared; all others wait for a lane or for somebody,
 * and people are told when that takes too long.
 */
export async function advanceWithdrawal(
  deps: ClearingDeps,
  withdrawal: DrivenWithdrawal,
  now: Date,
): Promise<Taken> {
  switch (withdrawal.status) {
    case 'requested':
      return clearScreened(deps, withdrawal, now)
    case 'cleared':
    case 'sending':
    case 'on_hold':
    case 'send_failed':
      return { dueAt: await lookAtWithdrawal(deps.pool, withdrawal, now) }
    default:
      throw new Error(`assertion: a withdrawal with status ${withdrawal.status} has no due step`)
  }
}
