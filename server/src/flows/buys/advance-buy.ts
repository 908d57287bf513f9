import { newId } from '../../kernel/ids/ids.ts'
import {
  type DrivenBuy,
  lookAtBuy,
  openUnderpaidCase,
} from '../../records/transactions/clearing/clearing-store.ts'
import { moveTransaction } from '../../records/transactions/transaction-store.ts'
import { lookAtBlockedBuy } from '../../records/transactions/wallets/wallet-store.ts'
import type { Taken } from '../advance/drive-object.ts'
import { type ClearingDeps, clearScreened } from '../screening/clear-screened.ts'

const UNDERPAID_DUE_MS = 24 * 60 * 60 * 1000

/**
 * Takes the next step of a buy that is due. One whose naira never came expires; what comes later is not lost. For one whose
 * naira came only in part people decide: nothing goes back by itself. One whose naira is here is cleared. All others wait for
 * somebody, and people are told when that takes too long.
 */
export async function advanceBuy(deps: ClearingDeps, buy: DrivenBuy, now: Date): Promise<Taken> {
  switch (buy.status) {
    case 'pending_payment':
      // Not moved: somebody was first, and the row says what is due then.
      if (await moveTransaction(deps.pool, buy, { event: 'window_closed', at: now }))
        return { dueAt: undefined }
      return { dueAt: now }
    case 'part_paid': {
      const dueAt = new Date(now.getTime() + UNDERPAID_DUE_MS)
      await openUnderpaidCase(deps.pool, { id: newId(), transactionId: buy.id, at: now, dueAt })
      return { dueAt: undefined }
    }
    case 'payment_received':
      return clearScreened(deps, buy, now)
    case 'action_required':
      return { dueAt: await lookAtWaiting(deps, buy, now) }
    case 'cleared':
    case 'sending':
    case 'on_hold':
    case 'send_failed':
    case 'refunding':
    case 'refund_failed':
      return { dueAt: await lookAtBuy(deps.pool, buy, now) }
    default:
      throw new Error(`assertion: a buy with status ${buy.status} has no due step`)
  }
}

/** What people are asked about because of its wallet goes on by itself when the wallet was mended. */
async function lookAtWaiting(deps: ClearingDeps, buy: DrivenBuy, now: Date): Promise<Date | undefined> {
  const { wallet, isBlocked } = buy
  if (!isBlocked || wallet === undefined) return lookAtBuy(deps.pool, buy, now)
  return lookAtBlockedBuy(deps.pool, buy, wallet, await deps.askWallet(wallet, now), now)
}
