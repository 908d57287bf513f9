import { type Money, money } from '../../kernel/money/money.ts'
import { Refusal } from '../../kernel/refusal.ts'

/** A flat amount plus basis points, at most the cap. The fee is deducted from the amount. */
export type FeePlan = Readonly<{ flatMinor: bigint; bps: number; capMinor: bigint | null }>

const BPS_OF_ONE = 10_000n

/** Returns the fee of one transaction. A fraction of a kobo is rounded up, so the fee exceeds the exact value by less than one kobo. */
export function feeOf(plan: FeePlan, amount: Money): Money {
  const fee = feeMinorOf(plan, amount.minor)
  if (fee >= amount.minor) {
    throw new Refusal('amount_below_fee', 'The fee is at least as large as the amount. Send a larger amount.')
  }
  return money(amount.asset, fee)
}

/** Returns the fee in kobo, even if it is as large as the amount. */
export function feeMinorOf({ flatMinor, bps, capMinor }: FeePlan, amountMinor: bigint): bigint {
  const whole = flatMinor + (amountMinor * BigInt(bps) + BPS_OF_ONE - 1n) / BPS_OF_ONE
  return capMinor !== null && capMinor < whole ? capMinor : whole
}
