import { comparePayouts, type HeldAccount } from '../../movements/payouts/payout-account-store.ts'
import { recordPayoutLines } from '../../movements/payouts/payout-store.ts'
import type { PayoutDeps } from './payout-deps.ts'

/**
 * Checks after a start of the database, before the account opens anything, whether the payer sent payouts that our rows do not have. If so,
 * the database was restored from a backup, and everything is frozen until operators act. Lost payouts are stored by reference. If such a
 * payout is opened again, it has the same reference and is not sent twice.
 */
export async function compareJournal(deps: PayoutDeps, held: HeldAccount): Promise<boolean> {
  const { pool, clock, payer, times, onNotice } = deps
  const { account } = held
  let after = account.journalRead
  let isWell = true
  for (let isWhole = false; !isWhole; ) {
    const read = await payer.journal(after, AbortSignal.timeout(times.askMs))
    const payouts = read.payouts.filter(({ accountId }) => accountId === account.id)
    if (!(await comparePayouts(pool, held, { ...read, payouts }, clock.now()))) isWell = false
    isWhole = read.isWhole || read.last <= after
    after = read.last
  }
  if (!isWell)
    onNotice(account.id, 'the payer process sent payments that are not in the database: everything is frozen')
  return isWell
}

const MOST_PAGES = 20

/** Reads the vendor's own ledger of the account from the cursor. A line that no payout explains freezes the account in the same commit. */
export async function readLines(deps: PayoutDeps, held: HeldAccount): Promise<void> {
  const { pool, clock, payer, times } = deps
  let cursor = held.account.lineCursor
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const readAt = clock.now()
    const read = await payer.lines(held.account.id, cursor, AbortSignal.timeout(times.askMs))
    await recordPayoutLines(pool, held, read, { readAt, at: clock.now() })
    if (read.isWhole || read.cursor === cursor) return
    cursor = read.cursor
  }
}
