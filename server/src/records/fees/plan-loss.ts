import type { AmountBounds } from '../limits/transaction-bounds.ts'
import { type FeePlan, feeMinorOf } from './fee.ts'

/** What a vendor declares that a payment costs: a share in millionths plus a fixed amount, and at most `mostMinor`. */
export type RailCost = Readonly<{
  vendor: string
  millionths: bigint
  fixedMinor: bigint
  mostMinor: bigint
}>

/** The amount on which a fee plan loses most with a vendor. */
export type PlanLoss = Readonly<{ vendor: string; amountMinor: bigint; feeMinor: bigint; costMinor: bigint }>

/** Returns where a fee plan loses most with each vendor, to one kobo of rounding. A vendor with which no allowed amount loses money is left out. */
export function findLosses(plan: FeePlan, costs: readonly RailCost[], bounds: AmountBounds): PlanLoss[] {
  return costs.flatMap((cost) => {
    const worst = amountsToTry(plan, cost, bounds)
      .map((amountMinor) => ({
        vendor: cost.vendor,
        amountMinor,
        feeMinor: feeMinorOf(plan, amountMinor),
        costMinor: costOf(cost, amountMinor),
      }))
      .reduce((one, other) => (lossOf(other) > lossOf(one) ? other : one))
    return lossOf(worst) > 0n ? [worst] : []
  })
}

export function lossOf({ feeMinor, costMinor }: PlanLoss): bigint {
  return costMinor - feeMinor
}

/** Fee and cost are straight lines with one bend each, so their difference is largest at a bend or at an end of the range. */
function amountsToTry(plan: FeePlan, cost: RailCost, { minimum, maximum }: AmountBounds): bigint[] {
  const bends = [
    ...(plan.capMinor === null || plan.bps === 0
      ? []
      : [((plan.capMinor - plan.flatMinor) * BPS) / BigInt(plan.bps)]),
    ...(cost.millionths === 0n ? [] : [((cost.mostMinor - cost.fixedMinor) * MILLION) / cost.millionths]),
  ]
  // Both are rounded up to a kobo, so the worst amount may lie beside a bend.
  const near = bends.flatMap((bend) => [bend, bend - 1n, bend + 1n])
  const isAllowed = (minor: bigint) => minor >= minimum.minor && minor <= maximum.minor
  return [minimum.minor, maximum.minor, ...near.filter(isAllowed)]
}

const BPS = 10_000n
const MILLION = 1_000_000n

function costOf({ millionths, fixedMinor, mostMinor }: RailCost, amount: bigint): bigint {
  const whole = fixedMinor + (amount * millionths + MILLION - 1n) / MILLION
  return whole > mostMinor ? mostMinor : whole
}
