import { beginSell } from '../begin-sell.ts'
import { sellPaid } from '../expected-ways.ts'
import { type Scenario, usualFields } from '../scenario.ts'

const PAID_AFTER_SECONDS = 8

export const slowBank: Scenario = {
  name: 'slow_bank',
  type: 'sell',
  sentence: 'The bank takes its time to pay: the sell stays paying_out, and then completes.',
  does: 'Makes a sell and sends its tokens. The bank calls the payment pending for 8 seconds, or as `seconds` says.',
  takes: [...usualFields, 'seconds'],
  expect: sellPaid,
  run: async (deps, call) => {
    const sell = await beginSell(deps, call)
    const { network, address, amount } = sell
    if (!sell.isReplay) {
      const seconds = call.given.seconds ?? PAID_AFTER_SECONDS
      await deps.world.befallPayout(sell.payout, { kind: 'slow', seconds })
      await deps.world.sendTokens(network, address, amount)
    }
    return { transactionIds: [sell.id] }
  },
}
