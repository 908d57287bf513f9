import type { KeyObject } from 'node:crypto'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  RouteOptions,
} from 'fastify'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { assert, Refusal } from '../../kernel/refusal.ts'
import { leaseRequests } from '../../records/keys/api-key-store.ts'
import { createKeyAuthenticator } from '../../records/keys/authenticate-key.ts'
import type { GrantedScope, KeyScope } from '../../records/keys/key-rights.ts'
import type { Peppers } from '../../records/keys/key-text.ts'
import { createTokenAuthenticator } from '../../records/people/authenticate-token.ts'
import { confirmedScopes } from '../../records/people/tenant-token.ts'
import { createRequestKeeper, type RequestKeeper } from '../../records/requests/request-keeper.ts'
import type { RouteMeter } from '../metrics/process-metrics.ts'
import { createFailureLimiter, type FailureLimiter } from './failure-limiter.ts'
import { noteKnownCaller } from './limit-connections.ts'
import type { Metrics } from './metrics.ts'
import { createPageTurns, type PageTurns } from './page-turns.ts'
import { createRequestLimiter } from './request-limiter.ts'
import { describeKey, describeRequest } from './request-log.ts'
import { type KeyGuards, requireConfirmedRequest, requireKey } from './require-key.ts'
import { requireSignature } from './require-signature.ts'
import { setSecurityHeaders } from './security-headers.ts'
import { createSlowRefusals } from './slow-refusals.ts'

const MOST_PATH = 200
// Per ten seconds. A page of the documentation loads some twenty files; an office shares one address.
const MOST_VISITS = 600
/** Of all addresses together, so that a flood from very many of them leaves time for requests with a key. */
const MOST_VISITS_OF_ALL = 2_000

/** Who may call a route: anyone, or the holder of a key with this scope. */
type Access = 'public' | KeyScope

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** As how many requests one request counts in the limit of its key. 1 if absent. */
    cost?: number
    /** The route limits the addresses of its callers itself, or must not limit them. Only for public routes. */
    limitsItself?: true
    /** Pages wait for requests with a key. This route does not wait: we, or money, depend on its answer. Only for public routes. */
    goesFirst?: true
    /** What a person with a token needs in place of `access`. Only for routes that harm nothing if a session is stolen. */
    personAccess?: KeyScope
    /** What a person who confirmed this request with a passkey needs in place of `access`. */
    confirmedAccess?: GrantedScope
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
    clock: Clock
    metrics: Metrics
    /** Networks of proxies. The caller's address that such a proxy forwards is trusted. */
    trustedProxies: readonly string[]
    /** Once the process is told to stop, callers are told to use another connection. */
    state: { isStopping: boolean }
    /** Counts the requests for pages that need no key. */
    visitors: FailureLimiter
    pageTurns: PageTurns
    logRequest: (line: string) => void
    /** Keeps the requests of keys for the developers of the business. */
    requests: RequestKeeper
  }>

/** `pool` is for keys and leases. Use a separate pool if a flood of keys must not delay other queries. */
export function createGate(deps: {
  pool: Pool
  clock: Clock
  cell: string
  peppers: Peppers
  logger: FastifyBaseLogger
  metrics: Metrics
  /** Keys that verify the tokens of people. Without any, no token is accepted. */
  tokenKeys?: readonly KeyObject[]
  trustedProxies?: readonly string[]
  logRequest?: (line: string) => void
}): Gate {
  const { pool, clock, logger, metrics } = deps
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
  metrics.watchKeys(keys)
  metrics.watchLimits(limiter, failures)
  const requests = createRequestKeeper({
    pool,
    clock,
    onLost: (error) => logger.warn({ err: error }, 'requests of the last second are not in the log'),
  })
  return {
    clock,
    keys,
    tokens,
    limiter,
    failures,
    slowRefusals: createSlowRefusals(),
    metrics,
    trustedProxies: deps.trustedProxies ?? [],
    state: { isStopping: false },
    visitors: createFailureLimiter({ clock, most: MOST_VISITS }),
    pageTurns: createPageTurns(),
    logRequest: deps.logRequest ?? (() => {}),
    requests,
  }
}

/** Guards every route that is added after this call: by its declared access, with headers, a counter and a log line. */
export function guardRoutes(app: FastifyInstance, gate: Gate, listener: string): void {
  const { metrics, state } = gate
  const noRoute = metrics.meterOf('any', 'none')
  app.decorateRequest('meter', null)
  app.decorateRequest('authenticatedKey', null)
  app.decorateRequest('signed', undefined)

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
    if (access !== undefined && access !== 'public') {
      const { personAccess = access, confirmedAccess } = route.config ?? {}
      hooks.push(
        requireKey(
          { key: access, person: personAccess, confirmed: confirmedAccess ?? access },
          gate,
          route.config?.cost,
        ),
      )
      if (confirmedScopes.has(access) || confirmedAccess !== undefined)
        route.preValidation = [requireConfirmedRequest, ...[route.preValidation ?? []].flat()]
      const { movesValue } = route.config ?? {}
      if (movesValue !== undefined)
        route.preValidation = [
          requireSignature(gate.clock, movesValue),
          ...[route.preValidation ?? []].flat(),
        ]
    }
    if (access === 'public' && route.config?.limitsItself !== true) hooks.push(limitVisits(gate.visitors))
    if (access === 'public' && route.config?.goesFirst !== true) takeTurns(route, gate.pageTurns)
    route.onRequest = [...hooks, ...listOf(route.onRequest)]
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (request.authenticatedKey !== null) noteKnownCaller(request.raw.socket)
    const meter = request.meter ?? noRoute
    meter.observe(reply.statusCode, reply.elapsedTime / 1000)
    const who = describeKey(request.authenticatedKey)
    gate.logRequest(describeRequest(request, reply, listener, meter.route, who))
    keepRequest(gate.requests, request, reply)
    done()
  })
}

/** The turn begins after the body has arrived, so that nobody keeps it by sending slowly. */
function takeTurns(route: RouteOptions, turns: PageTurns): void {
  route.preValidation = [turns.begin, ...[route.preValidation ?? []].flat()]
  route.onSend = [
    (request, _reply, _payload, done) => {
      turns.end(request)
      done()
    },
    ...[route.onSend ?? []].flat(),
  ]
}

function limitVisits(visitors: FailureLimiter): onRequestHookHandler {
  return (request, reply, done) => {
    const isTooMany = visitors.isTooMany(request.ip) || visitors.total() >= MOST_VISITS_OF_ALL
    if (!isTooMany) {
      visitors.count(request.ip)
      done()
      return
    }
    reply.header('retry-after', visitors.secondsLeft())
    done(new Refusal('rate_limited', 'Too many pages were requested. Try again in a few seconds.'))
  }
}

/** Tokens are left out: the dashboard itself would fill the log. */
function keepRequest(requests: RequestKeeper, request: FastifyRequest, reply: FastifyReply): void {
  const key = request.authenticatedKey
  if (key === null || key.memberId !== undefined || !requests.wants(key.id, reply.statusCode)) return
  requests.keep({
    tenant: key.tenant,
    keyId: key.id,
    requestId: request.id,
    method: request.method,
    path: pathOf(request.url),
    status: reply.statusCode,
    code: request.refusalCode ?? null,
    durationMs: Math.round(reply.elapsedTime),
    isReplay: reply.hasHeader('idempotent-replayed'),
  })
}

/** The query may name a customer, so it is left out. */
function pathOf(url: string): string {
  const end = url.indexOf('?')
  return (end === -1 ? url : url.slice(0, end)).slice(0, MOST_PATH)
}

function listOf(hooks: RouteOptions['onRequest']): onRequestHookHandler[] {
  if (hooks === undefined) return []
  return Array.isArray(hooks) ? hooks : [hooks]
}
