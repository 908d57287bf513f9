import { type DrivenSell, lookAtSell } from '../../records/transactions/clearing/sell-clearing-store.ts'
import { moveTransaction } from '../../records/transactions/transaction-store.ts'
import type { Taken } from '../advance/drive-object.ts'
import { clearDeposited } from './clear-deposited.ts'
import type { SellDeps } from './sell-deps.ts'
import { tryAgain } from './try-again.ts'

/**
 * Takes the next step of a sell that is due. One whose tokens never came expires; what comes later is not lost. One whose tokens are here
 * is cleared. All others wait for a bank or for somebody: what failed is tried again, what goes back goes into the balance, and people
 * are told when something takes too long.
 */
export async function advanceSell(deps: SellDeps, sell: DrivenSell, now: Date): Promise<Taken> {
  switch (sell.status) {
    case 'pending_deposit':
      // Not moved: somebody was first, and the row says what is due then.
      if (await moveTransaction(deps.pool, sell, { event: 'window_closed', at: now }))
        return { dueAt: undefined }
      return { dueAt: now }
    case 'deposit_received':
      return clearDeposited(deps, sell, now)
    case 'cleared':
    case 'payout_failed':
      return tryAgain(deps, sell, now)
    case 'part_deposited':
    case 'paying_out':
    case 'returned':
    case 'on_hold':
    case 'action_required':
    case 'refunding':
    case 'refund_failed':
      return { dueAt: await lookAtSell(deps.pool, sell, now) }
    default:
      throw new Error(`assertion: a sell that is ${sell.status} has no step that is due`)
  }
}
