import { beginBuy, payFor } from '../begin-buy.ts'
import { buyDelivered } from '../expected-ways.ts'
import { type Scenario, usualFields } from '../scenario.ts'

const RECALLED_AFTER_SECONDS = 20

export const recalledCredit: Scenario = {
  name: 'recalled_credit',
  type: 'buy',
  sentence: 'After the tokens have arrived, the payer’s bank takes the naira back.',
  does: 'Makes a buy and pays it. Some seconds later (20, or as `seconds` says) the sending bank recalls the payment.',
  takes: [...usualFields, 'seconds'],
  expect: [...buyDelivered, 'buy.recalled'],
  run: async (deps, call) => {
    const buy = await beginBuy(deps, call)
    const recalledAfterSeconds = call.given.seconds ?? RECALLED_AFTER_SECONDS
    await payFor(deps, buy, { ...buy.payment, recalledAfterSeconds })
    return { transactionIds: [buy.id] }
  },
}
