import { newId } from '../../kernel/ids/ids.ts'
import {
  awaitBank,
  type DrivenBuy,
  lookAtBuy,
  openUnderpaidCase,
  returnLatePayment,
  returnShortPayment,
} from '../../records/transactions/clearing/clearing-store.ts'
import { moveTransaction } from '../../records/transactions/transaction-store.ts'
import { lookAtBlockedBuy } from '../../records/transactions/wallets/wallet-store.ts'
import type { Taken } from '../advance/drive-object.ts'
import { advanceReturn } from '../payouts/advance-return.ts'
import { type ClearingDeps, clearScreened, screenPayer } from '../screening/clear-screened.ts'

const UNDERPAID_DUE_MS = 24 * 60 * 60 * 1000

/**
 * Takes the due step of a buy. A buy whose naira never arrived expires once its bank was read past that time; a later payment is not lost.
 * What arrived of a buy that was paid in part is returned to its payer, and so is a late payment that the business does not accept; if no
 * bank names the payer's account, people decide. A paid buy is cleared. Every other status waits, and gets an overdue case when it waits too long.
 */
export async function advanceBuy(deps: ClearingDeps, buy: DrivenBuy, now: Date): Promise<Taken> {
  switch (buy.status) {
    case 'pending_payment':
      if (await awaitBank(deps.pool, buy, now)) return { dueAt: undefined }
      // If this returns false, another process moved the buy first, and the driver reads the next due time from the row.
      if (await moveTransaction(deps.pool, buy, { event: 'window_closed', at: now }))
        return { dueAt: undefined }
      return { dueAt: now }
    case 'part_paid': {
      const screening = screenPayer(deps.screen, buy.subjects, now)
      const isReturned = await returnShortPayment(deps.pool, buy, screening, now)
      if (isReturned !== false) return { dueAt: undefined }
      const dueAt = new Date(now.getTime() + UNDERPAID_DUE_MS)
      await openUnderpaidCase(deps.pool, { id: newId(), transactionId: buy.id, at: now, dueAt })
      return { dueAt: undefined }
    }
    case 'payment_received':
      return clearScreened(deps, buy, now)
    case 'action_required':
      if (await returnLatePayment(deps.pool, buy, screenPayer(deps.screen, buy.subjects, now), now))
        return { dueAt: undefined }
      return { dueAt: await lookAtWaiting(deps, buy, now) }
    case 'cleared':
    case 'sending':
    case 'on_hold':
    case 'send_failed':
    case 'refund_failed':
      return { dueAt: await lookAtBuy(deps.pool, buy, now) }
    case 'refunding':
      return advanceReturn(deps, buy, now)
    default:
      throw new Error(`assertion failed: a buy with status ${buy.status} must not be due`)
  }
}

/** Checks a waiting buy. A buy that waits because of its wallet continues automatically once the wallet can receive. */
async function lookAtWaiting(deps: ClearingDeps, buy: DrivenBuy, now: Date): Promise<Date | undefined> {
  const { wallet, isBlocked } = buy
  if (!isBlocked || wallet === undefined) return lookAtBuy(deps.pool, buy, now)
  return lookAtBlockedBuy(deps.pool, buy, wallet, await deps.askWallet(wallet, now), now)
}
