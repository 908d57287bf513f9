import type { FastifyInstance } from 'fastify'
import type { RateFault } from './rate-fault.ts'
import type { RatesState } from './rates-state.ts'
import { replyFault } from './reply-fault.ts'
import { spoilPrice, spoilTime } from './spoil-price.ts'

/** `GET /quidax/api/v1/markets/tickers/:market`, as Quidax answers without a key. */
export function quidaxRoutes(app: FastifyInstance, state: RatesState): void {
  app.get<{ Params: { market: string } }>(
    '/quidax/api/v1/markets/tickers/:market',
    async (request, reply) => {
      state.requests.quidax += 1
      const fault = state.faults.quidax
      // Returns another market than requested: cedi prices instead of naira.
      const ticker =
        fault === 'wrong_base' ? { buy: '11.2', sell: '11.4' } : state.tickers[request.params.market]
      if (ticker === undefined) {
        return reply.code(404).send({ status: 'error', message: 'Market not found', data: null })
      }
      const body = writeTicker(ticker, fault)
      if (replyFault(reply, fault, body)) return reply
      return reply.type('application/json').send(body)
    },
  )
}

function writeTicker(ticker: { buy: string; sell: string }, fault: RateFault): string {
  const at = Math.floor(spoilTime(Date.now(), fault) / 1000)
  // Inverting a price swaps its sides: the higher one becomes the lower one.
  const isSwapped = fault === 'crossed' || fault === 'inverted'
  const [buy, sell] = isSwapped ? [ticker.sell, ticker.buy] : [ticker.buy, ticker.sell]
  const sides =
    fault === 'no_prices' ? '' : `"buy":${writePrice(buy, fault)},"sell":${writePrice(sell, fault)},`
  return (
    `{"status":"success","message":"Successful","data":{"at":${at},"ticker":{${sides}` +
    `"low":"${ticker.buy}","high":"${ticker.sell}","open":"${ticker.buy}","last":"${ticker.sell}","vol":"18250.42"}}}`
  )
}

function writePrice(price: string, fault: RateFault): string {
  if (fault === 'not_a_number') return '"NaN"'
  const spoiled = spoilPrice(price, fault)
  return fault === 'wrong_type' ? spoiled : `"${spoiled}"`
}
