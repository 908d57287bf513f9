import { money } from '../../../kernel/money/money.ts'
import { beginBuy, payFor } from '../begin-buy.ts'
import { buyToppedUp } from '../expected-ways.ts'
import { type Scenario, usualFields } from '../scenario.ts'
import { waitedHalfHour } from '../waited-half-hour.ts'
import { lackOf } from './short-payment.ts'

const REST_AFTER_SECONDS = 8

export const shortThenToppedUp: Scenario = {
  name: 'short_then_topped_up',
  type: 'buy',
  sentence: 'A tenth of the naira is missing, and comes a little later.',
  does: 'As short_payment; the same payer sends the rest some seconds later (8, or as `seconds` says), and the buy goes on by itself.',
  takes: [...usualFields, 'seconds'],
  expect: buyToppedUp,
  run: async (deps, call) => {
    const buy = await beginBuy(deps, call)
    const payment = await waitedHalfHour(deps, call, buy)
    const lack = lackOf(buy.amount.minor)
    const rest = {
      ...buy.payment,
      amount: money('NGN', lack),
      afterSeconds: call.given.seconds ?? REST_AFTER_SECONDS,
    }
    await payFor(deps, buy, { ...payment, amount: money('NGN', buy.amount.minor - lack) }, rest)
    return { transactionIds: [buy.id] }
  },
}
