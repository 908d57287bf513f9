import { type Asset, jsonNumber, type Money, money, printMoney } from '../../kernel/money/money.ts'
import { Refusal } from '../../kernel/refusal.ts'

/** The minimum and maximum of an amount. Every amount has at most as many decimals as its asset. */
export type AmountBounds = Readonly<{ minimum: Money; maximum: Money }>

// Maximum that a company may send in one instant payment.
const MAXIMUM_MINOR = 250_000_000_00n

const boundsOf = (asset: Asset, minimumMinor: bigint): AmountBounds => ({
  minimum: money(asset, minimumMinor),
  maximum: money(asset, MAXIMUM_MINOR),
})

export const buyBounds = boundsOf('NGN', 15_000_00n)
/** Bounds of a sell and a withdrawal. */
export const sellBounds = boundsOf('NGNC', 100_00n)
/** Bounds of a simulated payment or deposit. The minimum is below that of a transaction. */
export const testPaymentBounds = boundsOf('NGN', 1_00n)
export const testDepositBounds = boundsOf('NGNC', 1_00n)

export function requireWithin({ minimum, maximum }: AmountBounds, amount: Money): Money {
  if (amount.minor < minimum.minor) {
    throw new Refusal('amount_below_minimum', `The minimum is ${printMoney(minimum)}.`, {
      detail: { minimum: jsonNumber(minimum) },
    })
  }
  if (amount.minor > maximum.minor) {
    throw new Refusal('amount_above_maximum', `The maximum for one transaction is ${printMoney(maximum)}.`, {
      detail: { maximum: jsonNumber(maximum) },
    })
  }
  return amount
}
