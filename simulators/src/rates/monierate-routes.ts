import type { FastifyInstance } from 'fastify'
import type { RatesState } from './rates-state.ts'
import { replyFault } from './reply-fault.ts'
import { spoilPrice, spoilTime } from './spoil-price.ts'

/** `GET /monierate/rates/latest.json`, after Monierate's public reference of 2025. */
export function monierateRoutes(app: FastifyInstance, state: RatesState): void {
  app.get<{ Querystring: { base?: string; market?: string } }>(
    '/monierate/rates/latest.json',
    async (request, reply) => {
      state.requests.monierate += 1
      const { base = 'USD', market = 'mid' } = request.query
      if (request.headers['api_key'] === undefined) {
        return reply.code(401).send(error('missing_api_key', 'Missing API key'))
      }
      if (base !== 'USD') return reply.code(400).send(error('invalid_base', 'Unsupported base currency'))
      const fault = state.faults.monierate
      const body = writeLatest(state, market)
      if (replyFault(reply, fault, body)) return reply
      return reply.type('application/json').send(body)
    },
  )
}

function writeLatest({ dollar, faults: { monierate: fault } }: RatesState, market: string): string {
  const entries = fault === 'no_prices' ? [] : Object.entries(dollar)
  const rates = entries.map(
    ([currency, price]) => `"${currency}":${writePrice(spoilPrice(price, fault), fault)}`,
  )
  return (
    `{"status":"success","message":"retrieved","data":{"timestamp":${spoilTime(Date.now(), fault)},` +
    `"base":"${fault === 'wrong_base' ? 'NGN' : 'USD'}","market":"${market}","rates":{${rates.join(',')}}}}`
  )
}

function writePrice(price: string, fault: string): string {
  if (fault === 'not_a_number') return 'NaN'
  return fault === 'wrong_type' ? `"${price}"` : price
}

function error(
  message: string,
  description: string,
): { status: string; message: string; description: string } {
  return { status: 'error', message, description }
}
