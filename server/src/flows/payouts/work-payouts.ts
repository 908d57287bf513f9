import {
  type HeldAccount,
  noteBalance,
  noteBankTrouble,
  readNextLook,
} from '../../movements/payouts/payout-account-store.ts'
import { PayerUnavailable } from '../../movements/payouts/payout-rail.ts'
import { openPayouts } from '../../movements/payouts/payout-store.ts'
import { askBanks } from './ask-banks.ts'
import { compareJournal } from './compare-journal.ts'
import { isInTurn } from './in-turn.ts'
import type { PayoutDeps } from './payout-deps.ts'
import { readLines } from './read-lines.ts'
import { sendPayouts } from './send-payouts.ts'

/**
 * One round: the bank is asked about what is out, its own ledger is read on, what waits is opened, and what may go is sent. Returns
 * how long to wait until the next. Each part stands in commits of its own, and all of it may be repeated.
 */
export async function workPayouts(deps: PayoutDeps, held: HeldAccount): Promise<number> {
  const { pool, clock, times } = deps
  const { account } = held
  // First, so that lines of what was forgotten do not look like a stranger's.
  if (!account.isChecked) await compareJournal(deps, held)
  const asked = await askBanks(deps, held)
  const isDue = (what: string, at: Date | undefined, everyMs: number) =>
    (at === undefined || clock.now().getTime() - at.getTime() >= everyMs) &&
    isInTurn(deps.payer, `${what} of ${account.id}`, clock.now())
  if (isDue('lines', account.linesWholeAt, times.linesMs)) {
    await orNotice(deps, account.id, async () => readLines(deps, held))
    await noteBankTrouble(pool, held, clock.now())
  }
  if (isDue('balance', account.readAt, account.hasOrders ? times.balanceMs : times.idleMs * 3)) {
    await orNotice(deps, account.id, async () => readBalance(deps, held))
  }
  if (asked === times.mostLooks) return 0
  if (account.isFrozen) return nextRound(deps, account.id)

  const opened = account.hasOrders ? await openPayouts(pool, held, times.batch, clock.now()) : 0
  const sent = opened > 0 || account.hasUnsent ? await sendPayouts(deps, held) : 0
  // A full batch: more waits, and has waited.
  if (opened === times.batch || sent === times.batch) return 0
  return nextRound(deps, account.id)
}

async function readBalance({ pool, clock, payer, times }: PayoutDeps, held: HeldAccount): Promise<void> {
  const { availableMinor } = await payer.balance(held.account.id, AbortSignal.timeout(times.askMs))
  await noteBalance(pool, held, availableMinor, clock.now())
}

/** What a vendor does not show in this moment keeps nobody from asking and paying; that its money is not known does, elsewhere. */
async function orNotice(deps: PayoutDeps, accountId: string, look: () => Promise<void>): Promise<void> {
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
