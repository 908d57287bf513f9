import type { Mode } from '../../../kernel/mode.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'
import { listRailCosts } from '../../../movements/collections/rail-terms-store.ts'
import type { Business } from '../../../records/businesses/business.ts'
import type { AgreedTerms } from '../../../records/businesses/business-terms.ts'
import type { DecidedTerms } from '../../../records/cases/live-change.ts'
import type { Resolution } from '../../../records/cases/resolution.ts'
import type { FeePlan } from '../../../records/fees/fee.ts'
import { findLosses } from '../../../records/fees/plan-loss.ts'
import { buyBounds } from '../../../records/limits/transaction-bounds.ts'
import { formatNaira } from '../amounts.ts'
import { describeResolution } from '../cases/describe-resolution.ts'
import type { OpsDeps } from '../ops-session.ts'
import { requestApproval } from '../request-approval.ts'

/** Proposes a decision about a business. Returns the lines to print, with the approval command. */
export async function proposeForBusiness(
  deps: OpsDeps,
  { id, name }: Business,
  mode: Mode,
  resolution: Resolution,
  reason: string,
): Promise<string[]> {
  const summary = `For ${name} in ${mode} mode: ${describeResolution(resolution)}.`
  return requestApproval(deps, reason, { mode, businessId: id, summary, resolution })
}

/** The terms of a business before it goes live: no fee, no limit, no wallet and no balance, and payments may differ by one naira. */
export const noTerms: AgreedTerms = {
  mayHoldBalance: false,
  feePlan: { flatMinor: 0n, bps: 0, capMinor: null },
  defaultWallet: null,
  dailyLimitMinor: null,
  velocityHourMinor: null,
  velocityWalletDayMinor: null,
  toleranceMinor: 100n,
  mayNumberCustomers: false,
}

export function toDecidedTerms(terms: AgreedTerms): DecidedTerms {
  const text = (minor: bigint | null) => (minor === null ? null : minor.toString())
  return {
    fee_flat_minor: terms.feePlan.flatMinor.toString(),
    fee_bps: terms.feePlan.bps,
    fee_cap_minor: text(terms.feePlan.capMinor),
    default_network: terms.defaultWallet?.network ?? null,
    default_address: terms.defaultWallet?.address ?? null,
    daily_limit_minor: text(terms.dailyLimitMinor),
    velocity_hour_minor: text(terms.velocityHourMinor),
    velocity_wallet_day_minor: text(terms.velocityWalletDayMinor),
    tolerance_minor: terms.toleranceMinor.toString(),
    may_number_customers: terms.mayNumberCustomers,
    may_hold_balance: terms.mayHoldBalance,
  }
}

/** Warns that a fee plan brings less on some amount than a vendor declares that a payment costs. */
export async function warnOfLosses(sql: Sql, mode: Mode, plan: FeePlan): Promise<string[]> {
  return findLosses(plan, await listRailCosts(sql, mode), buyBounds).map(
    (loss) =>
      `Warning: these fees lose money on payments through ${loss.vendor}: a buy of ${formatNaira(loss.amountMinor)} brings ` +
      `${formatNaira(loss.feeMinor)} and costs about ${formatNaira(loss.costMinor)}.`,
  )
}
