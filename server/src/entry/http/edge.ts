import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { Refusal } from '../../kernel/refusal.ts'
import type { ErrorReplies } from './error-replies.ts'
import { exchangeExactJson } from './json-bodies.ts'
import { limitConnections } from './limit-connections.ts'
import { refuseUnreadable } from './refuse-unreadable.ts'
import { setSecurityHeaders } from './security-headers.ts'

/** How long a caller may reuse an idle connection. Each response announces it (`Keep-Alive: timeout=60`). */
const IDLE_PROMISED_MS = 60_000
/**
 * How much longer than promised we keep an idle connection open. If we closed it first, we might cut off a request in transit. So the
 * caller must close it, and under load a caller's timer is late by seconds.
 */
const IDLE_GRACE_MS = 30_000
const MOST_PARAMETERS = 100

/** Creates what the listeners of every process have in common: limits, exact JSON and one error format. The caller adds its own gate. */
export function createEdge(deps: {
  logger: FastifyBaseLogger
  errorReplies: ErrorReplies
  /** Networks of proxies. The caller's address that such a proxy forwards is trusted. */
  trustedProxies: readonly string[]
}): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    // One shared logger instead of one per request: almost no request writes to it, and each line names its request.
    childLoggerFactory: (logger) => logger,
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    keepAliveTimeout: IDLE_PROMISED_MS,
    exposeHeadRoutes: false,
    trustProxy: deps.trustedProxies.length > 0 && [...deps.trustedProxies],
    // While the process stops, requests on open connections are still answered normally.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    // The router takes a star for the first page. It is the address of nothing.
    rewriteUrl: ({ url = '/' }) => (url.startsWith('*') ? `/${url}` : url),
    // An unreadable URL is refused before any hook runs, so the headers of that response are set here.
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
        // Rules that the API reference shows and that have error codes of their own.
        keywords: ['documented'],
      },
    },
  })
  app.server.keepAliveTimeoutBuffer = IDLE_GRACE_MS
  limitConnections(app, deps.trustedProxies)
  app.setErrorHandler(deps.errorReplies.onError)
  app.setNotFoundHandler(deps.errorReplies.onNotFound)
  exchangeExactJson(app)
  // Each unknown parameter costs the time of an error.
  app.addHook('preValidation', (request, _reply, done) => {
    const isTooLong = request.url.includes('?') && Object.keys(request.query ?? {}).length > MOST_PARAMETERS
    done(
      isTooLong
        ? new Refusal('malformed', `The URL has more than ${MOST_PARAMETERS} parameters.`)
        : undefined,
    )
  })
  return app
}

const LOOKED_AT_EVERY_MS = 50

/** Accepts no new connections, answers the current requests, and closes each connection as soon as it is idle. */
export async function closeListeners(apps: readonly FastifyInstance[]): Promise<void> {
  // A connection that is busy now becomes idle after its response. Without this timer, it would stay open until its caller closes it.
  const sweep = setInterval(() => {
    for (const app of apps) app.server.closeIdleConnections()
  }, LOOKED_AT_EVERY_MS)
  try {
    await Promise.all(apps.map(async (app) => app.close()))
  } finally {
    clearInterval(sweep)
  }
}
