import type { Quote, RateSource } from '../../records/rates/rate-source.ts'
import {
  OddAnswer,
  readEpoch,
  readNumber,
  readObject,
  readPrice,
  readText,
  requireSame,
} from '../vendor-json.ts'
import { askForQuotes } from './ask-for-quotes.ts'

const MARKET = 'usdcngn'
// The order book is open day and night, so an old price means a failure.
const STALE_AFTER_MS = 5 * 60_000

/** Quidax, https://app.quidax.io: best buyer and best seller of USDC for naira. Public, without a key. */
export function createQuidaxSource(options: { url: string; deadlineMs?: number }): RateSource {
  const url = `${options.url}/api/v1/markets/tickers/${MARKET}`
  return {
    name: 'quidax',
    pairs: ['USDC/NGN'],
    staleAfterMs: STALE_AFTER_MS,
    read: async () => askForQuotes({ url, deadlineMs: options.deadlineMs }, toQuotes),
  }
}

function toQuotes(body: unknown): Quote[] {
  const answer = readObject(body, 'the response')
  requireSame(answer['status'], 'success', 'status')
  const data = readObject(answer['data'], 'data')
  const observedAt = readEpoch(readNumber(data['at'], 'data.at'), 's', 'data.at')
  const ticker = readObject(data['ticker'], 'data.ticker')
  const price = (field: string) =>
    readPrice(readText(ticker[field], `data.ticker.${field}`), `data.ticker.${field}`)
  const [bid, ask] = [price('buy'), price('sell')]
  if (bid > ask) throw new OddAnswer('the bid is above the ask')
  return [{ pair: 'USDC/NGN', bid, ask, observedAt }]
}
