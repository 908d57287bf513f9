import type { KeyObject } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance, onRequestHookHandler, RouteOptions } from 'fastify'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { assert, Refusal } from '../../kernel/refusal.ts'
import { leaseRequests } from '../../records/keys/api-key-store.ts'
import { createKeyAuthenticator } from '../../records/keys/authenticate-key.ts'
import type { KeyScope } from '../../records/keys/key-rights.ts'
import type { Peppers } from '../../records/keys/key-text.ts'
import { createTokenAuthenticator } from '../../records/people/authenticate-token.ts'
import { createFailureLimiter } from './failure-limiter.ts'
import { createMetrics, type Metrics, type RouteMeter } from './metrics.ts'
import { createRequestLimiter } from './request-limiter.ts'
import { describeKey, describeRequest } from './request-log.ts'
import { type KeyGuards, requireKey } from './require-key.ts'
import { setSecurityHeaders } from './security-headers.ts'

/** Who may call a route: anyone, or the holder of a key with this scope. */
type Access = 'public' | KeyScope

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
}

/** Stops the startup at a route without declared access, so that no route is open (or closed) by mistake. */
function requireDeclaredAccess(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    assert(config?.access !== undefined, `${String(method)} ${url} must declare its access in config.access`)
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null if no route matches the URL. */
    meter: RouteMeter | null
  }
}

/** Guards every route of every listener of this process. All listeners share one set of keys, limits and counters. */
export type Gate = KeyGuards &
  Readonly<{
    metrics: Metrics
    /** Networks of proxies. The caller's address that such a proxy forwards is trusted. */
    trustedProxies: readonly string[]
    /** Once the process is told to stop, callers are told to use another connection. */
    state: { isStopping: boolean }
    logRequest: (line: string) => void
  }>

/** `pool` is for keys and leases. Use a separate pool if a flood of keys must not delay other queries. */
export function createGate(deps: {
  pool: Pool
  clock: Clock
  cell: string
  peppers: Peppers
  logger: FastifyBaseLogger
  /** Keys that verify the tokens of people. Without any, no token is accepted. */
  tokenKeys?: readonly KeyObject[]
  trustedProxies?: readonly string[]
  logRequest?: (line: string) => void
}): Gate {
  const { pool, clock, logger } = deps
  const keys = createKeyAuthenticator({
    ...deps,
    onLookUpFailed: (error) => logger.warn({ err: error }, 'key lookup failed'),
  })
  const tokens = createTokenAuthenticator({
    pool,
    clock,
    publicKeys: deps.tokenKeys ?? [],
    onLookUpFailed: (error) => logger.warn({ err: error }, 'token lookup failed'),
  })
  const limiter = createRequestLimiter({
    clock,
    lease: async (keyId, wanted, most) => leaseRequests(pool, keyId, wanted, most),
    onLeaseFailed: (error) =>
      logger.warn({ err: error }, 'rate limit lease failed; allowing one block of requests'),
  })
  const failures = createFailureLimiter({ clock })
  const metrics = createMetrics()
  metrics.watchKeys(keys)
  metrics.watchLimits(limiter, failures)
  return {
    keys,
    tokens,
    limiter,
    failures,
    metrics,
    trustedProxies: deps.trustedProxies ?? [],
    state: { isStopping: false },
    logRequest: deps.logRequest ?? (() => {}),
  }
}

/** Guards every route that is added after this call: by its declared access, with headers, a counter and a log line. */
export function guardRoutes(app: FastifyInstance, gate: Gate, listener: string): void {
  const { metrics, state } = gate
  const noRoute = metrics.meterOf('any', 'none')
  app.decorateRequest('meter', null)
  app.decorateRequest('authenticatedKey', null)

  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply)
    if (state.isStopping) reply.header('connection', 'close')
    // Refused before the body is read: without a route, nothing needs the body.
    if (request.is404) done(new Refusal('not_found', 'This URL or method does not exist.'))
    else done()
  })
  requireDeclaredAccess(app)
  app.addHook('onRoute', (route) => {
    const meter = metrics.meterOf(String(route.method), route.url)
    const hooks: onRequestHookHandler[] = [
      (request, _reply, done) => {
        request.meter = meter
        done()
      },
    ]
    const access = route.config?.access
    if (access !== undefined && access !== 'public') hooks.push(requireKey(access, gate))
    route.onRequest = [...hooks, ...listOf(route.onRequest)]
  })
  app.addHook('onResponse', (request, reply, done) => {
    const meter = request.meter ?? noRoute
    meter.observe(reply.statusCode, reply.elapsedTime / 1000)
    const who = describeKey(request.authenticatedKey)
    gate.logRequest(describeRequest(request, reply, listener, meter.route, who))
    done()
  })
}

function listOf(hooks: RouteOptions['onRequest']): onRequestHookHandler[] {
  if (hooks === undefined) return []
  return Array.isArray(hooks) ? hooks : [hooks]
}
