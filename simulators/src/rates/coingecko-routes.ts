import type { FastifyInstance } from 'fastify'
import type { RatesState } from './rates-state.ts'
import { replyFault } from './reply-fault.ts'
import { spoilPrice, spoilTime } from './spoil-price.ts'

/** `GET /coingecko/api/v3/simple/price`, after CoinGecko's public reference: prices are numbers and times are in seconds. */
export function coinGeckoRoutes(app: FastifyInstance, state: RatesState): void {
  app.get<{ Querystring: { ids?: string; vs_currencies?: string } }>(
    '/coingecko/api/v3/simple/price',
    async (request, reply) => {
      state.requests.coingecko += 1
      const { ids = '', vs_currencies: currency } = request.query
      const body = writePrices(state, ids.split(','), currency ?? '')
      if (replyFault(reply, state.faults.coingecko, body)) return reply
      return reply.type('application/json').send(body)
    },
  )
}

function writePrices({ coins, faults }: RatesState, ids: readonly string[], currency: string): string {
  const fault = faults.coingecko
  const at = Math.floor(spoilTime(Date.now(), fault) / 1000)
  const known = ids.filter((id) => fault !== 'no_prices' && currency === 'ngn' && coins[id] !== undefined)
  return `{${known.map((id) => `"${id}":{"ngn":${writePrice(coins[id] ?? '', fault)},"last_updated_at":${at}}`).join(',')}}`
}

function writePrice(price: string, fault: RatesState['faults']['coingecko']): string {
  if (fault === 'not_a_number') return 'NaN'
  const spoiled = spoilPrice(price, fault)
  return fault === 'wrong_type' ? `"${spoiled}"` : spoiled
}
