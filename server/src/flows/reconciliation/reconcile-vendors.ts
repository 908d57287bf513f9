import { listVendorDebts, type VendorDebt } from '../../movements/collections/vendor-debt-store.ts'
import type { Look } from '../../movements/reconciliation/reconciliation-store.ts'
import { endOfWorkingDays } from '../../records/limits/working-days.ts'
import type { ReconcileDeps } from './reconcile-deps.ts'

const DAY_MS = 86_400_000
const MOST_DAYS_BACK = 30

/** Compares what vendors should have settled with what they settled. */
export async function lookAtVendors({ pool, clock }: ReconcileDeps): Promise<readonly Look[]> {
  const debts = await listVendorDebts(pool, lastDueBefore(clock.now()))
  return debts.map(toLook)
}

/**
 * Returns the time before which a vendor must have settled every payment: they settle on the next working day. It may be too early but never
 * too late, because some holidays are announced late.
 */
function lastDueBefore(now: Date): Date {
  for (let days = 1; days <= MOST_DAYS_BACK; days += 1) {
    const before = new Date(now.getTime() - days * DAY_MS)
    if (endOfWorkingDays(before, 1) < now) return before
  }
  return new Date(now.getTime() - MOST_DAYS_BACK * DAY_MS)
}

/** A vendor that paid too little in time, or more than it ever collected, differs. Without a known payer in test mode nobody settles. */
function toLook({ mode, vendor, collectedMinor, clearedMinor, dueMinor, isKnownPayer }: VendorDebt): Look {
  const isAwaited = mode === 'live' || isKnownPayer
  const short = isAwaited && clearedMinor < dueMinor ? clearedMinor - dueMinor : 0n
  const differenceMinor = clearedMinor > collectedMinor ? clearedMinor - collectedMinor : short
  return {
    kind: 'vendor_debt',
    scope: vendor,
    mode,
    oursMinor: clearedMinor - differenceMinor,
    theirsMinor: clearedMinor,
    differenceMinor,
    items: [
      {
        collected_minor: String(collectedMinor),
        due_minor: String(dueMinor),
        cleared_minor: String(clearedMinor),
      },
    ],
  }
}
