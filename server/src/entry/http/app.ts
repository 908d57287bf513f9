import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { AppDeps } from './app-deps.ts'
import { guardRoutes } from './gate.ts'
import { exchangeExactJson } from './json-bodies.ts'
import { refuseUnreadable } from './refuse-unreadable.ts'
import { addApiRoutes, addOtcRoutes } from './routes.ts'
import { setSecurityHeaders } from './security-headers.ts'

/** The service's HTTP face, apart from the process that listens. */
export function createApp(deps: AppDeps): FastifyInstance {
  const app = createEdge(deps, 'api')
  addApiRoutes(app, deps)
  return app
}

export function createOtcApp(deps: AppDeps): FastifyInstance {
  const app = createEdge(deps, 'otc')
  addOtcRoutes(app, deps)
  return app
}

/** For how long a caller may use an idle connection again. Each answer says so (`Keep-Alive: timeout=60`). */
const IDLE_PROMISED_MS = 60_000
/**
 * How much longer we keep it open. The side that closes an idle connection may close it on a request that is on its way, so the caller must be
 * the one who does; under load a caller's timer is late by seconds.
 */
const IDLE_GRACE_MS = 30_000

/** What every listener of ours has in common: limits, exact JSON, one shape of errors. */
function createEdge(deps: AppDeps, listener: string): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    // Not one logger for each request: nearly none writes to it, and each line names its request.
    childLoggerFactory: (logger) => logger,
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    keepAliveTimeout: IDLE_PROMISED_MS,
    exposeHeadRoutes: false,
    trustProxy: deps.gate.trustedProxies.length > 0 && [...deps.gate.trustedProxies],
    // While the process stops, what still comes in on an open connection is answered like the rest.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    // A URL that cannot be read is refused before any hook, so it is given its headers here.
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request, reply)
      void deps.errorReplies.onError(error, request, reply)
    },
    clientErrorHandler: refuseUnreadable(deps.errorReplies),
    // A request about money is never coerced: a body that violates the schema is refused.
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allErrors: true,
        // An amount is a number or a decimal in quotes.
        allowUnionTypes: true,
        verbose: true,
      },
    },
  })
  app.server.keepAliveTimeoutBuffer = IDLE_GRACE_MS
  app.setErrorHandler(deps.errorReplies.onError)
  app.setNotFoundHandler(deps.errorReplies.onNotFound)
  exchangeExactJson(app)
  guardRoutes(app, deps.gate, listener)
  return app
}

const LOOKED_AT_EVERY_MS = 50

/** Takes no more connections, answers what is in hand, and ends each connection as soon as nothing is asked on it. */
export async function closeListeners(apps: readonly FastifyInstance[]): Promise<void> {
  // A connection that was busy at first stays open after its answer, for as long as its caller likes.
  const sweep = setInterval(() => {
    for (const app of apps) app.server.closeIdleConnections()
  }, LOOKED_AT_EVERY_MS)
  try {
    await Promise.all(apps.map(async (app) => app.close()))
  } finally {
    clearInterval(sweep)
  }
}
