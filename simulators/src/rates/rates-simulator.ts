import Fastify, { type FastifyInstance } from 'fastify'
import { adminRoutes } from './admin-routes.ts'
import { monierateRoutes } from './monierate-routes.ts'
import { quidaxRoutes } from './quidax-routes.ts'
import { createRatesState } from './rates-state.ts'

/** Two vendors of rates, each under its own prefix, and the knobs to make them lie. */
export function createRatesSimulator(): FastifyInstance {
  const app = Fastify({
    forceCloseConnections: true,
    // A mistyped knob must not look as if it had been turned.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  })
  const state = createRatesState()
  monierateRoutes(app, state)
  quidaxRoutes(app, state)
  adminRoutes(app, state)
  return app
}
