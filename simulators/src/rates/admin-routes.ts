import type { FastifyInstance } from 'fastify'
import { isRateFault, type RateFault, rateFaults } from './rate-fault.ts'
import { createRatesState, type RatesState, rateVendors } from './rates-state.ts'

const price = { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?$' } as const
const prices = {
  type: 'object',
  additionalProperties: false,
  properties: {
    dollar: { type: 'object', additionalProperties: price },
    coins: { type: 'object', additionalProperties: price },
    tickers: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        required: ['buy', 'sell'],
        properties: { buy: price, sell: price },
      },
    },
  },
} as const

type Prices = Partial<Pick<RatesState, 'coins' | 'dollar' | 'tickers'>>
type Faults = Partial<Record<string, RateFault>>

/** Routes with which a test or a sandbox user sets prices and faults. No vendor has these routes. */
export function adminRoutes(app: FastifyInstance, state: RatesState): void {
  app.get('/admin/state', async () => state)

  app.patch<{ Body: Prices }>('/admin/prices', { schema: { body: prices } }, async ({ body }) => {
    Object.assign(state.dollar, body.dollar)
    Object.assign(state.tickers, body.tickers)
    Object.assign(state.coins, body.coins)
    return state
  })

  app.patch<{ Body: Faults }>('/admin/faults', async ({ body }, reply) => {
    for (const [vendor, fault] of Object.entries(body)) {
      const known = rateVendors.find((name) => name === vendor)
      if (known === undefined || !isRateFault(fault)) {
        return reply
          .code(400)
          .send({ message: `send ${rateVendors.join(' or ')} with one of ${rateFaults.join(', ')}` })
      }
      state.faults[known] = fault
    }
    return state
  })

  app.delete('/admin/state', async () => Object.assign(state, createRatesState()))
}
