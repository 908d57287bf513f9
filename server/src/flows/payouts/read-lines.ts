import type { HeldAccount } from '../../movements/payouts/payout-account-store.ts'
import { recordPayoutLines } from '../../movements/payouts/payout-store.ts'
import type { PayoutDeps } from './payout-deps.ts'

const MOST_PAGES = 20

/** Reads on in the vendor's own ledger of the account. What no payout explains stops the account in the same commit. */
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
