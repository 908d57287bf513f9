import { beginBuy } from '../begin-buy.ts'
import { buyDelivered } from '../expected-ways.ts'
import type { Scenario } from '../scenario.ts'

const USUAL = 20

export const webhookStorm: Scenario = {
  name: 'webhook_storm',
  type: 'buy',
  sentence: 'Many buys at once: events come thick and out of order, and each must count once.',
  does: 'Makes 20 buys (or as many as `count` says, up to 100) and pays all of them in one moment. `expect` is what comes for each.',
  takes: ['amount', 'network', 'wallet_address', 'count'],
  expect: buyDelivered,
  run: async (deps, call) => {
    const places = Array.from({ length: call.given.count ?? USUAL }, (_, part) => part)
    const buys = await Promise.all(places.map(async (part) => beginBuy(deps, call, { part })))
    await deps.world.pay(buys.map(({ payment }) => payment))
    return { transactionIds: buys.map(({ id }) => id) }
  },
}
