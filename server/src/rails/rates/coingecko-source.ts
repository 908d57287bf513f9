import { type Clock, systemClock } from '../../kernel/clock/clock.ts'
import { describeRange, type GasPair, gasPairs, isInRange } from '../../records/rates/pair.ts'
import type { Quote, RateAnswer, RateSource } from '../../records/rates/rate-source.ts'
import { OddAnswer, readEpoch, readNumber, readObject, readPrice } from '../vendor-json.ts'
import { askForQuotes } from './ask-for-quotes.ts'

/** CoinGecko's names of the coins. */
const coins: Readonly<Record<GasPair, string>> = {
  'XLM/NGN': 'stellar',
  'POL/NGN': 'polygon-ecosystem-token',
  'SOL/NGN': 'solana',
  'AVAX/NGN': 'avalanche-2',
}
const STALE_AFTER_MS = 60 * 60_000
// A gas price only values what we spent. The public API allows few requests, so an answer is used for ten minutes.
const REST_MS = 10 * 60_000

/** CoinGecko, https://api.coingecko.com: what the coins that pay for transfers cost in naira. Public, without a key. */
export function createCoinGeckoSource(options: {
  url: string
  deadlineMs?: number
  restMs?: number
  clock?: Clock
}): RateSource {
  const { clock = systemClock, restMs = REST_MS } = options
  const ids = Object.values(coins).join(',')
  const url = `${options.url}/api/v3/simple/price?ids=${ids}&vs_currencies=ngn&include_last_updated_at=true&precision=full`
  let last: Readonly<{ answer: RateAnswer; until: number }> | undefined
  return {
    name: 'coingecko',
    pairs: gasPairs,
    staleAfterMs: STALE_AFTER_MS,
    read: async () => {
      const now = clock.now().getTime()
      if (last !== undefined && last.until > now) return last.answer
      const answer = await askForQuotes({ url, deadlineMs: options.deadlineMs }, toQuotes)
      last = answer.kind === 'quotes' ? { answer, until: now + restMs } : undefined
      return answer
    },
  }
}

function toQuotes(body: unknown): Quote[] {
  const answer = readObject(body, 'the response')
  const quoted = gasPairs.filter((pair) => Object.hasOwn(answer, coins[pair]))
  if (quoted.length === 0) throw new OddAnswer('it has none of our currencies')
  return quoted.map((pair) => {
    const coin = readObject(answer[coins[pair]], coins[pair])
    const price = readPrice(readNumber(coin['ngn'], `${coins[pair]}.ngn`), `${coins[pair]}.ngn`)
    // Nothing compares this price with another source, as is done with rates that are published.
    if (!isInRange(pair, price)) throw new OddAnswer(`${pair} is not in the range ${describeRange(pair)}`)
    const at = readNumber(coin['last_updated_at'], `${coins[pair]}.last_updated_at`)
    return { pair, bid: price, ask: price, observedAt: readEpoch(at, 's', `${coins[pair]}.last_updated_at`) }
  })
}
