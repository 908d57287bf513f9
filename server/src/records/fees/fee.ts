import { type Money, money } from '../../kernel/money/money.ts'
import { Refusal } from '../../kernel/refusal.ts'

/** Flat plus basis points, at most the cap. Inside the amount: a business gets what is left. */
export type FeePlan = Readonly<{ flatMinor: bigint; bps: number; capMinor: bigint | null }>

const BPS_OF_ONE = 10_000n

/** The fee of one transaction. A part of a kobo is rounded up, so it is never more than one kobo too much. */
export function feeOf({ flatMinor, bps, capMinor }: FeePlan, amount: Money): Money {
  const share = (amount.minor * BigInt(bps) + BPS_OF_ONE - 1n) / BPS_OF_ONE
  const whole = flatMinor + share
  const fee = capMinor !== null && capMinor < whole ? capMinor : whole
  if (fee >= amount.minor) {
    throw new Refusal('amount_below_fee', 'The fee is as large as the amount. Send a larger amount.')
  }
  return money(amount.asset, fee)
}
