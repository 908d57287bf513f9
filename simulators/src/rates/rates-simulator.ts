import Fastify, { type FastifyInstance } from 'fastify'
import { adminRoutes } from './admin-routes.ts'
import { coinGeckoRoutes } from './coingecko-routes.ts'
import { monierateRoutes } from './monierate-routes.ts'
import { quidaxRoutes } from './quidax-routes.ts'
import { createRatesState } from './rates-state.ts'

/** Three rate vendors, each under its own prefix, with configurable faults. */
export function createRatesSimulator(): FastifyInstance {
  const app = Fastify({
    forceCloseConnections: true,
    // A mistyped setting must be refused, not ignored.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  })
  const state = createRatesState()
  monierateRoutes(app, state)
  quidaxRoutes(app, state)
  coinGeckoRoutes(app, state)
  adminRoutes(app, state)
  return app
}
