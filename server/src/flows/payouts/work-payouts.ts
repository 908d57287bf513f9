import { newId } from '../../kernel/ids/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import {
  findPayoutAccount,
  type HeldAccount,
  noteBalance,
  noteBankTrouble,
  readNextLook,
  releasePayouts,
  takePayouts,
} from '../../movements/payouts/payout-account-store.ts'
import { PayerUnavailable, type PayoutRail } from '../../movements/payouts/payout-rail.ts'
import { openPayouts } from '../../movements/payouts/payout-store.ts'
import type { Nudge } from '../../records/transactions/wake-store.ts'
import { workUnderLease } from '../advance/work-under-lease.ts'
import { createPayoutCalls, type PayoutCalls } from './payout-calls.ts'
import type { PayoutDeps } from './payout-deps.ts'
import { compareJournal, readLines } from './read-vendor-books.ts'
import { askBanks, sendPayouts } from './send-payouts.ts'

/** Works in a payout account under a lease, while there is work and the call is not too long. */
export async function advancePayouts(deps: PayoutDeps, id: string): Promise<Nudge | undefined> {
  const { pool, clock, times } = deps
  const lease = { accountId: id, holder: newId(), leaseMs: times.leaseMs }
  const calls = createPayoutCalls(deps, id)
  return workUnderLease(deps, id, {
    unknown: 'payout_account_unknown',
    take: async () => takePayouts(pool, lease),
    release: async (fence) => releasePayouts(pool, id, fence),
    // A bank may take longer to answer than the lease lasts, and the lease is short because a process may die.
    renewEveryMs: times.leaseMs / 3,
    isUnderWay: () => calls.count() > 0,
    round: async (fence) => {
      const account = await findPayoutAccount(pool, id, clock.now())
      if (account !== undefined) {
        const waitMs = await workPayouts(deps, { account, fence }, calls)
        return calls.count() > 0 ? Math.min(waitMs, times.momentMs) : waitMs
      }
      throw new Refusal('payout_account_unknown', `no payout account has the id ${id}`)
    },
  })
}

/**
 * Runs one round: queries the bank about sent payouts, reads its ledger, opens due payouts and sends the permitted ones. Returns how long
 * to wait until the next round. Each part has its own commits, and all of it may be repeated.
 */
export async function workPayouts(
  deps: PayoutDeps,
  held: HeldAccount,
  calls: PayoutCalls = createPayoutCalls(deps, held.account.id),
): Promise<number> {
  const { pool, clock, times } = deps
  const { account } = held
  // Done first: a restored database then knows the lost payouts, and does not treat their lines as unexplained.
  if (!account.isChecked) await compareJournal(deps, held)
  const asked = await askBanks(deps, held, calls)
  const isDue = (what: string, at: Date | undefined, everyMs: number) =>
    (at === undefined || clock.now().getTime() - at.getTime() >= everyMs) &&
    mayAskAgain(deps.payer, `${what} of ${account.id}`, clock.now())
  if (isDue('lines', account.linesWholeAt, times.linesMs)) {
    await calls.waitAMoment('lines', async () =>
      noticeUnavailable(deps, account.id, async () => readLines(deps, held)),
    )
    await noteBankTrouble(pool, held, clock.now())
  }
  if (isDue('balance', account.readAt, account.hasOrders ? times.balanceMs : times.idleMs * 3)) {
    await calls.waitAMoment('balance', async () =>
      noticeUnavailable(deps, account.id, async () => readBalance(deps, held)),
    )
  }
  if (asked === times.mostLooks) return 0
  if (account.isFrozen) return nextRound(deps, account.id)

  const opened = account.hasOrders ? await openPayouts(pool, held, times.batch, clock.now()) : 0
  const sent = opened > 0 || account.hasUnsent ? await sendPayouts(deps, held, calls) : 0
  // The batch was full, so more orders may be waiting.
  if (opened === times.batch || sent === times.batch) return 0
  return nextRound(deps, account.id)
}

async function readBalance({ pool, clock, payer, times }: PayoutDeps, held: HeldAccount): Promise<void> {
  const { availableMinor } = await payer.balance(held.account.id, AbortSignal.timeout(times.askMs))
  await noteBalance(pool, held, availableMinor, clock.now())
}

/** Reports an unavailable vendor without stopping the round. PostgreSQL opens no payouts while the balance is too old. */
async function noticeUnavailable(
  deps: PayoutDeps,
  accountId: string,
  look: () => Promise<void>,
): Promise<void> {
  try {
    await look()
  } catch (error) {
    if (!(error instanceof PayerUnavailable)) throw error
    deps.onNotice(accountId, error.message)
  }
}

async function nextRound({ pool, clock, times }: PayoutDeps, accountId: string): Promise<number> {
  const lookAt = await readNextLook(pool, accountId)
  const waitMs = lookAt === undefined ? times.idleMs : lookAt.getTime() - clock.now().getTime()
  return Math.min(Math.max(waitMs, 0), times.idleMs)
}

// A vendor that hangs must not delay every round. A failed reading is requested again after this time.
const VENDOR_ASK_SPACING_MS = 5_000
const askedAt = new WeakMap<PayoutRail, Map<string, number>>()

/**
 * Returns whether a reading of an account may be requested now. If so, blocks the next request for some seconds, even if this one fails.
 */
function mayAskAgain(payer: PayoutRail, what: string, now: Date): boolean {
  const last = askedAt.get(payer) ?? new Map<string, number>()
  askedAt.set(payer, last)
  if (now.getTime() - (last.get(what) ?? 0) < VENDOR_ASK_SPACING_MS) return false
  last.set(what, now.getTime())
  return true
}
