import { formatMoney, jsonNumber, type Money, money } from '../../kernel/money/money.ts'
import { Refusal } from '../../kernel/refusal.ts'

type Bounds = Readonly<{ minimum: Money; maximum: Money }>

/** The least and the most that one transaction may be, in naira and kobo. */
export const buyBounds: Bounds = {
  minimum: money('NGN', 15_000_00n),
  // What a company may send in one instant payment.
  maximum: money('NGN', 250_000_000_00n),
}

export const sellBounds: Bounds = {
  minimum: money('NGNC', 100_00n),
  maximum: money('NGNC', 250_000_000_00n),
}

export function requireWithin({ minimum, maximum }: Bounds, amount: Money): Money {
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
