import { money } from '../../../kernel/money/money.ts'
import { beginBuy, payFor } from '../begin-buy.ts'
import { buyDelivered } from '../expected-ways.ts'
import { type Scenario, usualFields } from '../scenario.ts'
import { waitedHalfHour } from '../waited-half-hour.ts'

const TOO_MUCH_MINOR = 500_00n

export const overPayment: Scenario = {
  name: 'over_payment',
  type: 'buy',
  sentence: 'Five hundred naira too much: what was claimed is delivered, and people give the rest back.',
  does: 'Makes a buy and pays 500 naira more. On an account of your own the buy goes on with its amount; on a shared account nothing goes on before people have looked.',
  takes: usualFields,
  expect: buyDelivered,
  run: async (deps, call) => {
    const buy = await beginBuy(deps, call)
    const payment = await waitedHalfHour(deps, call, buy)
    await payFor(deps, buy, { ...payment, amount: money('NGN', buy.amount.minor + TOO_MUCH_MINOR) })
    return { transactionIds: [buy.id] }
  },
}
