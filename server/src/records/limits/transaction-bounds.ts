import { type Asset, formatMoney, jsonNumber, type Money, money } from '../../kernel/money/money.ts'
import { Refusal } from '../../kernel/refusal.ts'

/** The least and the most that an amount may be. Every amount has at most as many decimals as its asset. */
export type AmountBounds = Readonly<{ minimum: Money; maximum: Money }>

// What a company may send in one instant payment.
const MAXIMUM_MINOR = 250_000_000_00n

const boundsOf = (asset: Asset, minimumMinor: bigint): AmountBounds => ({
  minimum: money(asset, minimumMinor),
  maximum: money(asset, MAXIMUM_MINOR),
})

export const buyBounds = boundsOf('NGN', 15_000_00n)
/** Of a sell, and of a withdrawal. */
export const sellBounds = boundsOf('NGNC', 100_00n)
/** What a simulated payer or seller may send: also less than a transaction may be. */
export const testPaymentBounds = boundsOf('NGN', 1_00n)
export const testDepositBounds = boundsOf('NGNC', 1_00n)

export function requireWithin({ minimum, maximum }: AmountBounds, amount: Money): Money {
  if (amount.minor < minimum.minor) {
    const bound = formatMoney(minimum)
    throw new Refusal('amount_below_minimum', `The least is ${bound}.`, {
      detail: { minimum: jsonNumber(minimum) },
    })
  }
  if (amount.minor > maximum.minor) {
    const bound = formatMoney(maximum)
    throw new Refusal('amount_above_maximum', `The most in one transaction is ${bound}.`, {
      detail: { maximum: jsonNumber(maximum) },
    })
  }
  return amount
}
