import type { Pool } from '../../kernel/postgres/pool.ts'
import { askWithin, type NameEnquiry } from '../../movements/payouts/name-enquiry.ts'
import { compareNames } from '../../records/names/compare-names.ts'
import type { Screen } from '../../records/screening/screen.ts'
import {
  type ClearedSell,
  type DrivenSell,
  findStaleScreening,
  lookAtSell,
  mayWindowClose,
  type PayeeName,
  type SellClearing,
  screenSellAgain,
  subjectsOfSell,
} from '../../records/transactions/clearing/sell-clearing-store.ts'
import { moveTransaction } from '../../records/transactions/transaction-store.ts'
import type { Taken } from '../advance/drive-object.ts'
import type { SendNudge } from '../advance/send-nudges.ts'
import { screenSubjects } from '../screening/clear-screened.ts'

/** Dependencies for driving a sell. */
type SellDeps = Readonly<{
  pool: Pool
  screen: Screen
  names: NameEnquiry
  nudge: SendNudge
  /** Clears one sell, possibly together with others that wait. */
  clear: (clearing: SellClearing) => Promise<ClearedSell>
}>

/**
 * Takes the due step of a sell. A sell whose tokens never arrived expires; a later deposit is not lost. A funded sell is cleared. A failed
 * payout is retried, and refunds go to the balance. Every other status waits for a bank or a decision, and gets an overdue case when it
 * waits too long.
 */
export async function advanceSell(deps: SellDeps, sell: DrivenSell, now: Date): Promise<Taken> {
  switch (sell.status) {
    case 'pending_deposit':
      if (!(await mayWindowClose(deps.pool, sell, now)))
        return { dueAt: new Date(now.getTime() + UNREAD_RETRY_MS) }
      // If this returns false, another process moved the sell first, and the driver reads the next due time from the row.
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
      throw new Error(`assertion failed: a sell with status ${sell.status} must not be due`)
  }
}

// Retry interval while blocks become final some minutes late, or a node is down.
const UNREAD_RETRY_MS = 30_000

const NAME_ENQUIRY_TIMEOUT_MS = 10_000

/**
 * Clears a funded sell. Asks the bank for the account name and screens everyone named against the sanctions list. One commit checks the
 * rest and moves the sell. Then nudges the payout account that will pay it.
 */
async function clearDeposited(deps: SellDeps, sell: DrivenSell, now: Date): Promise<Taken> {
  const name = await askName(deps.names, sell)
  const bankName = name?.outcome === 'found' ? name.accountName : undefined
  const screening = screenSubjects(deps.screen, sell.mode, subjectsOfSell(sell, bankName), now)
  const { dueAt, nudge } = await deps.clear({ sell, screening, name })
  if (nudge !== undefined) await deps.nudge(nudge)
  return { dueAt }
}

async function askName(names: NameEnquiry, { mode, payee }: DrivenSell): Promise<PayeeName | undefined> {
  const { bankCode, accountNumber, accountName } = payee
  const answer = await askWithin(names, { bankCode, accountNumber, mode }, NAME_ENQUIRY_TIMEOUT_MS)
  if (answer?.outcome !== 'found') return answer
  // If the business gave no name, there is nothing to compare.
  const comparison = accountName === null ? 'near' : compareNames(accountName, answer.accountName)
  return { ...answer, comparison }
}

/**
 * Retries a sell that was cleared and is not being paid. Sanctions lists change: if the last screening is older than a day, everyone named
 * is screened again before a payout account gets the sell.
 */
async function tryAgain(deps: SellDeps, sell: DrivenSell, now: Date): Promise<Taken> {
  const stale = await findStaleScreening(deps.pool, sell, now)
  if (stale !== undefined) {
    const screening = screenSubjects(deps.screen, sell.mode, subjectsOfSell(sell, stale.bankName), now)
    // The sell is held or has moved, so the driver reads the next due time from the row.
    if ((await screenSellAgain(deps.pool, sell, screening, now)) !== false) return { dueAt: now }
  }
  return { dueAt: await lookAtSell(deps.pool, sell, now) }
}
