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

/** What it takes to drive a sell. */
type SellDeps = Readonly<{
  pool: Pool
  screen: Screen
  names: NameEnquiry
  nudge: SendNudge
  /** Clears one sell, perhaps together with others that wait for the same. */
  clear: (clearing: SellClearing) => Promise<ClearedSell>
}>

/**
 * Takes the next step of a sell that is due. One whose tokens never came expires; what comes later is not lost. One whose tokens are here
 * is cleared. All others wait for a bank or for somebody: what failed is tried again, what goes back goes into the balance, and people
 * are told when something takes too long.
 */
export async function advanceSell(deps: SellDeps, sell: DrivenSell, now: Date): Promise<Taken> {
  switch (sell.status) {
    case 'pending_deposit':
      if (!(await mayWindowClose(deps.pool, sell, now)))
        return { dueAt: new Date(now.getTime() + UNREAD_RETRY_MS) }
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
      throw new Error(`assertion: a sell with status ${sell.status} has no due step`)
  }
}

// A network that is final some minutes late, or a node that is down.
const UNREAD_RETRY_MS = 30_000

const NAME_ENQUIRY_TIMEOUT_MS = 10_000

/**
 * The tokens of a sell are here: the bank is asked whose account it is, everybody named is looked for on the list, and one commit asks
 * the rest and moves it on. The account that pays it then is called at once.
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
  // Where the business named nobody, there is nothing to compare.
  const comparison = accountName === null ? 'near' : compareNames(accountName, answer.accountName)
  return { ...answer, comparison }
}

/**
 * A sell that was cleared and is not being paid. Lists change: where nobody was looked for within a day, everybody named is looked for
 * again before it is given to an account that pays.
 */
async function tryAgain(deps: SellDeps, sell: DrivenSell, now: Date): Promise<Taken> {
  const stale = await findStaleScreening(deps.pool, sell, now)
  if (stale !== undefined) {
    const screening = screenSubjects(deps.screen, sell.mode, subjectsOfSell(sell, stale.bankName), now)
    // Held, or moved on: the row says what is due then.
    if ((await screenSellAgain(deps.pool, sell, screening, now)) !== false) return { dueAt: now }
  }
  return { dueAt: await lookAtSell(deps.pool, sell, now) }
}
