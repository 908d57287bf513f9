import type { PayoutRail } from '../../movements/payouts/payout-rail.ts'

// A vendor that hangs must not hold up every round: what it did not show is asked for again after this.
const RETRY_MS = 5_000
const asked = new WeakMap<PayoutRail, Map<string, number>>()

/** Whether something of an account may be asked for now; it is not asked for again within the next seconds, however it ends. */
export function isInTurn(payer: PayoutRail, what: string, now: Date): boolean {
  const last = asked.get(payer) ?? new Map<string, number>()
  asked.set(payer, last)
  if (now.getTime() - (last.get(what) ?? 0) < RETRY_MS) return false
  last.set(what, now.getTime())
  return true
}
