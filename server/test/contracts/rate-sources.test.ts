import { expect, test } from 'vitest'
import { formatDecimal } from '../../src/kernel/money/decimal.ts'
import { createCoinGeckoSource } from '../../src/rails/rates/coingecko-source.ts'
import { createMonierateSource } from '../../src/rails/rates/monierate-source.ts'
import { createQuidaxSource } from '../../src/rails/rates/quidax-source.ts'
import { startRateSimulator } from '../rate-simulator.ts'
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

describeRateSource({
  vendor: 'coingecko',
  create: (options) => createCoinGeckoSource({ ...options, restMs: 0 }),
  say: async (simulator, price) => simulator.setPrices({ coins: { 'polygon-ecosystem-token': price } }),
  pair: 'POL/NGN',
  alsoFails: [],
})

test('an answer of CoinGecko is used for ten minutes, and a failure is not', async () => {
  const simulator = await startRateSimulator()
  let now = Date.now()
  const clock = { now: () => new Date(now) }
  const source = createCoinGeckoSource({ url: `${simulator.url}/coingecko`, clock })
  const price = async () => {
    const answer = await source.read()
    return answer.kind === 'quotes' ? formatDecimal(answer.quotes[0]?.ask ?? 0n) : 'failed'
  }
  try {
    await simulator.setFaults({ coingecko: 'error_500' })
    expect(await price()).toBe('failed')
    await simulator.reset()
    expect(await price()).toBe('391.27')
    await simulator.setPrices({ coins: { stellar: '400' } })
    now += 599_000
    expect(await price()).toBe('391.27')
    now += 1_000
    expect(await price()).toBe('400')
  } finally {
    await simulator.stop()
  }
})
