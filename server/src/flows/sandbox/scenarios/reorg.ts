import { beginSell } from '../begin-sell.ts'
import { sellPaid } from '../expected-ways.ts'
import { type Scenario, usualFields } from '../scenario.ts'

export const reorg: Scenario = {
  name: 'reorg',
  type: 'sell',
  sentence:
    'The network forgets a block: tokens that were there are gone, and count when they are there for good.',
  does: 'Makes a sell and sends its tokens; the block that has them is replaced by one that has not, and they are sent once more.',
  takes: usualFields,
  expect: sellPaid,
  run: async (deps, call) => {
    const sell = await beginSell(deps, call)
    const { network, address, amount } = sell
    if (!sell.isReplay) {
      const isForgotten = await deps.world.sendTokensAndForget(network, address, amount)
      if (isForgotten) await deps.world.sendTokens(network, address, amount)
    }
    return { transactionIds: [sell.id] }
  },
}
