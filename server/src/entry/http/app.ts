import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { requireDeclaredAccess } from './access.ts'
import type { AppDeps } from './app-deps.ts'
import { readDrillRoute } from './drills/read-drill-route.ts'
import { startDrillRoute } from './drills/start-drill-route.ts'
import { replyError, replyNotFound } from './errors.ts'
import { readHealthRoute } from './health/read-health-route.ts'
import { requireKey } from './require-key.ts'

/** The service's HTTP face, apart from the process that listens. */
export function createApp(deps: AppDeps): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    exposeHeadRoutes: false,
    genReqId: () => crypto.randomUUID(),
    // A request about money is never bent into shape: what does not fit is refused.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true } },
  })
  app.setErrorHandler(replyError)
  app.setNotFoundHandler(replyNotFound)
  requireDeclaredAccess(app)

  readHealthRoute(app, deps)
  // An unknown URL is 404 for everybody; only what exists asks for a key.
  app.register(async (authenticated) => {
    requireKey(authenticated, deps.keys)
    startDrillRoute(authenticated, deps)
    readDrillRoute(authenticated, deps)
  })
  return app
}
