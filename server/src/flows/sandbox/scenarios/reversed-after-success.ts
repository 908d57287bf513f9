import { beginSell } from '../begin-sell.ts'
import { sellPaid } from '../expected-ways.ts'
import { type Scenario, usualFields } from '../scenario.ts'

// We have to have heard of the success by then.
const SENT_BACK_AFTER_SECONDS = 20

export const reversedAfterSuccess: Scenario = {
  name: 'reversed_after_success',
  type: 'sell',
  sentence: 'The bank says that it has paid, and later the receiving bank sends the naira back.',
  does: 'Makes a sell and sends its tokens. Some seconds after the payment has succeeded (20, or as `seconds` says) it comes back to us.',
  takes: [...usualFields, 'seconds'],
  expect: [...sellPaid, 'sell.returned', 'sell.action_required'],
  run: async (deps, call) => {
    const sell = await beginSell(deps, call)
    const { network, address, amount } = sell
    if (!sell.isReplay) {
      const afterSeconds = call.given.seconds ?? SENT_BACK_AFTER_SECONDS
      await deps.world.befallPayout(sell.payout, { kind: 'sent_back', afterSeconds })
      await deps.world.sendTokens(network, address, amount)
    }
    return { transactionIds: [sell.id] }
  },
}
