import { beginBuy, payFor } from '../begin-buy.ts'
import { buyDelivered } from '../expected-ways.ts'
import { type Scenario, usualFields } from '../scenario.ts'

export const paidExactly: Scenario = {
  name: 'paid_exactly',
  type: 'buy',
  sentence: 'The naira comes as claimed, and the tokens arrive.',
  does: 'Makes a buy and pays exactly its amount from the account that it names.',
  takes: usualFields,
  expect: buyDelivered,
  run: async (deps, call) => {
    const buy = await beginBuy(deps, call)
    await payFor(deps, buy, buy.payment)
    return { transactionIds: [buy.id] }
  },
}
