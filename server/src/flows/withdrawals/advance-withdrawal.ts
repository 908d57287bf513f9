import {
  type DrivenWithdrawal,
  lookAtWithdrawal,
} from '../../records/transactions/clearing/clearing-store.ts'
import type { Taken } from '../advance/drive-object.ts'
import { type ClearingDeps, clearScreened } from '../screening/clear-screened.ts'

/**
 * Takes the due step of a withdrawal. A requested withdrawal is cleared. Every other status waits for a lane or a decision, and gets an
 * overdue case when it waits too long.
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
      throw new Error(`assertion failed: a withdrawal with status ${withdrawal.status} must not be due`)
  }
}
