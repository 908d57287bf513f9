import { crossPairs, type Pair } from '../../records/rates/pair.ts'
import type { Quote, RateSource } from '../../records/rates/rate-source.ts'
import { OddAnswer, readEpoch, readNumber, readObject, readPrice, requireSame } from '../vendor-json.ts'
import { askForQuotes } from './ask-for-quotes.ts'

const PAIRS: readonly Pair[] = ['USD/NGN', ...crossPairs]
// Monierate collects prices from many dealers several times an hour and stamps them with the time of collection.
const STALE_AFTER_MS = 30 * 60_000
// The market of money changers, in contrast to the official market.
const MARKET = 'parallel'

/** Monierate, https://api.monierate.com/core: one price per currency for a dollar. Bid and ask are the same. */
export function createMonierateSource(options: {
  url: string
  apiKey: string
  deadlineMs?: number
}): RateSource {
  const url = `${options.url}/rates/latest.json?base=USD&market=${MARKET}`
  return {
    name: 'monierate',
    pairs: PAIRS,
    staleAfterMs: STALE_AFTER_MS,
    read: async () =>
      askForQuotes({ url, headers: { api_key: options.apiKey }, deadlineMs: options.deadlineMs }, toQuotes),
  }
}

function toQuotes(body: unknown): Quote[] {
  const answer = readObject(body, 'the response')
  requireSame(answer['status'], 'success', 'status')
  const data = readObject(answer['data'], 'data')
  requireSame(data['base'], 'USD', 'data.base')
  requireSame(data['market'], MARKET, 'data.market')
  const observedAt = readEpoch(readNumber(data['timestamp'], 'data.timestamp'), 'ms', 'data.timestamp')
  const rates = readObject(data['rates'], 'data.rates')
  const quoted = PAIRS.filter((pair) => Object.hasOwn(rates, currencyOf(pair)))
  if (quoted.length === 0) throw new OddAnswer('data.rates has none of our currencies')
  return quoted.map((pair) => {
    const field = `data.rates.${currencyOf(pair)}`
    const price = readPrice(readNumber(rates[currencyOf(pair)], field), field)
    return { pair, bid: price, ask: price, observedAt }
  })
}

function currencyOf(pair: Pair): string {
  return pair.slice('USD/'.length)
}
