import { money } from '../../../kernel/money/money.ts'
import { beginBuy, payFor } from '../begin-buy.ts'
import { type Scenario, usualFields } from '../scenario.ts'
import { waitedHalfHour } from '../waited-half-hour.ts'

/** A tenth of a buy is what is missing where something is. */
export const lackOf = (minor: bigint): bigint => minor / 10n

export const shortPayment: Scenario = {
  name: 'short_payment',
  type: 'buy',
  sentence: 'A tenth of the naira is missing: the buy waits for the rest.',
  does: 'Makes a buy and pays nine tenths of it. The half hour in which an exact payment could still come is over at once. Move the clock by 48 hours, and people are asked what becomes of it.',
  takes: usualFields,
  expect: ['buy.pending_payment', 'buy.part_paid'],
  run: async (deps, call) => {
    const buy = await beginBuy(deps, call)
    const payment = await waitedHalfHour(deps, call, buy)
    const amount = money('NGN', buy.amount.minor - lackOf(buy.amount.minor))
    await payFor(deps, buy, { ...payment, amount })
    return { transactionIds: [buy.id] }
  },
}
