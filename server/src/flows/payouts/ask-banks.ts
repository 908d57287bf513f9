import type { HeldAccount } from '../../movements/payouts/payout-account-store.ts'
import { listPayoutsOut, noteReadings } from '../../movements/payouts/payout-store.ts'
import type { PayoutDeps } from './payout-deps.ts'

/** Asks the bank about every reference whose time has come, and writes down what it says. Returns how many were asked about. */
export async function askBanks(deps: PayoutDeps, held: HeldAccount): Promise<number> {
  const { pool, clock, payer, times } = deps
  const ids = await listPayoutsOut(pool, held.account.id, times.mostLooks, clock.now())
  if (ids.length === 0) return 0
  const readings = await payer.requery(ids, AbortSignal.timeout(times.askMs))
  const wanted = new Set(ids)
  const { spacedMs, overdueMs } = times
  await noteReadings(
    pool,
    held,
    readings.filter(({ payoutId }) => wanted.has(payoutId)),
    { spacedMs, overdueMs, at: clock.now() },
  )
  return ids.length
}
