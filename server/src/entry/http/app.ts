import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { requireDeclaredAccess } from './access.ts'
import type { AppDeps } from './app-deps.ts'
import { initiateBuyRoute } from './buys/initiate-buy-route.ts'
import { readDrillRoute } from './drills/read-drill-route.ts'
import { startDrillRoute } from './drills/start-drill-route.ts'
import { readHealthRoute } from './health/read-health-route.ts'
import { exchangeExactJson } from './json-bodies.ts'
import { requireKey } from './require-key.ts'
import { initiateSellRoute } from './sells/initiate-sell-route.ts'
import { listTestVendorsRoute, listVendorsRoute } from './vendors/list-vendors-route.ts'

/** The service's HTTP face, apart from the process that listens. */
export function createApp(deps: AppDeps): FastifyInstance {
  const app = createEdge(deps)
  readHealthRoute(app, deps)
  // An unknown URL is 404 for everybody; only what exists asks for a key.
  app.register(async (authenticated) => {
    requireKey(authenticated, deps.keys)
    initiateBuyRoute(authenticated, deps)
    initiateSellRoute(authenticated, deps)
    listVendorsRoute(authenticated, deps)
    listTestVendorsRoute(authenticated, deps)
    startDrillRoute(authenticated, deps)
    readDrillRoute(authenticated, deps)
  })
  return app
}

/** What every listener of ours has in common: limits, exact JSON, one shape of errors. */
function createEdge(deps: AppDeps): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    exposeHeadRoutes: false,
    genReqId: () => crypto.randomUUID(),
    frameworkErrors: deps.errorReplies.onError,
    // A request about money is never bent into shape: what does not fit is refused.
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: true, verbose: true },
    },
  })
  app.setErrorHandler(deps.errorReplies.onError)
  app.setNotFoundHandler(deps.errorReplies.onNotFound)
  exchangeExactJson(app)
  requireDeclaredAccess(app)
  return app
}
