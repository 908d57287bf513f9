import { createMonierateSource } from '../../src/rails/rates/monierate-source.ts'
import { createQuidaxSource } from '../../src/rails/rates/quidax-source.ts'
import { describeRateSource } from './rate-source.contract.ts'

describeRateSource({
  vendor: 'monierate',
  create: (options) => createMonierateSource({ ...options, apiKey: 'test' }),
  say: async (simulator, price) => simulator.setPrices({ dollar: { NGN: price } }),
  pair: 'USD/NGN',
  alsoFails: [['wrong_base', /data\.base is "NGN", not USD/]],
})

describeRateSource({
  vendor: 'quidax',
  create: createQuidaxSource,
  say: async (simulator, price) =>
    simulator.setPrices({ tickers: { usdcngn: { buy: price, sell: '1700' } } }),
  pair: 'USDC/NGN',
  alsoFails: [['crossed', /the bid is above the ask/]],
})
