import { beginSell } from '../begin-sell.ts'
import { type Scenario, usualFields } from '../scenario.ts'

export const payoutFailedThenReturned: Scenario = {
  name: 'payout_failed_then_returned',
  type: 'sell',
  sentence: 'The bank does not pay, and the naira is back with us: the sell is paid over another bank.',
  does: 'Makes a sell and sends its tokens. The first payment fails and its naira comes back; it is tried again by itself, over another account of ours. (After three failures a sell is `action_required`.)',
  takes: usualFields,
  expect: [
    'sell.pending_deposit',
    'sell.deposit_received',
    'sell.cleared',
    'sell.paying_out',
    'sell.payout_failed',
    'sell.paying_out',
    'sell.completed',
  ],
  run: async (deps, call) => {
    const sell = await beginSell(deps, call)
    const { network, address, amount } = sell
    if (!sell.isReplay) {
      await deps.world.befallPayout(sell.payout, { kind: 'fails', times: 1 })
      await deps.world.sendTokens(network, address, amount)
    }
    return { transactionIds: [sell.id] }
  },
}
