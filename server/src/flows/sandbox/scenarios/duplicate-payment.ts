import { beginBuy, payFor } from '../begin-buy.ts'
import { buyDelivered } from '../expected-ways.ts'
import { type Scenario, usualFields } from '../scenario.ts'

export const duplicatePayment: Scenario = {
  name: 'duplicate_payment',
  type: 'buy',
  sentence: 'The payer pays twice: the buy is delivered once, and the second payment is kept for its payer.',
  does: 'Makes a buy and pays its amount two times from the same account.',
  takes: usualFields,
  expect: buyDelivered,
  run: async (deps, call) => {
    const buy = await beginBuy(deps, call)
    await payFor(deps, buy, buy.payment, { ...buy.payment, afterSeconds: 1 })
    return { transactionIds: [buy.id] }
  },
}
