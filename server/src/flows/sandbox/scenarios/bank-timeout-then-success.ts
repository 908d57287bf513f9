import { beginSell } from '../begin-sell.ts'
import { sellPaid } from '../expected-ways.ts'
import { type Scenario, usualFields } from '../scenario.ts'

export const bankTimeoutThenSuccess: Scenario = {
  name: 'bank_timeout_then_success',
  type: 'sell',
  sentence:
    'The bank takes the order and does not answer: nothing is paid twice, and it turns out to have paid.',
  does: 'Makes a sell and sends its tokens. The bank answers nothing to the order to pay; it is asked again what became of it until it says so.',
  takes: usualFields,
  expect: sellPaid,
  run: async (deps, call) => {
    const sell = await beginSell(deps, call)
    const { network, address, amount } = sell
    if (!sell.isReplay) {
      await deps.world.befallPayout(sell.payout, { kind: 'unanswered' })
      await deps.world.sendTokens(network, address, amount)
    }
    return { transactionIds: [sell.id] }
  },
}
