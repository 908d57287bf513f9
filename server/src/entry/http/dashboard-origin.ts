import type { FastifyInstance } from 'fastify'

/** What a page may send and read besides the usual headers. No cookie is allowed: a page proves itself by its token. */
const preflight = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'content-type, idempotency-key, svc-sec-key',
  'access-control-max-age': '600',
}
const EXPOSED = 'idempotent-replayed, ratelimit, retry-after'

/**
 * Lets pages of the dashboard call the API from a browser, and pages of no other site. Call it before guardRoutes, which refuses the method
 * OPTIONS like any other that no route has.
 */
export function answerDashboard(app: FastifyInstance, dashboardOrigin: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    reply.header('vary', 'origin')
    if (origin !== dashboardOrigin) {
      done()
      return
    }
    reply.headers({
      'access-control-allow-origin': dashboardOrigin,
      'access-control-expose-headers': EXPOSED,
    })
    const isPreflight =
      request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
    if (isPreflight) void reply.code(204).headers(preflight).send()
    else done()
  })
}
