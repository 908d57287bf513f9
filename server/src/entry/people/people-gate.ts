import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
} from 'fastify'
import type { Clock } from '../../kernel/clock/clock.ts'
import { assert, Refusal } from '../../kernel/refusal.ts'
import type { RelyingParty } from '../../records/decisions/sign-decision.ts'
import type { SessionAuthenticator } from '../../records/people/authenticate-session.ts'
import { idOf } from '../../records/people/person.ts'
import { requireAccess } from '../../records/people/require-access.ts'
import type { Action } from '../../records/people/role-actions.ts'
import type { SignedIn } from '../../records/people/start-session.ts'
import type { FailureLimiter } from '../http/failure-limiter.ts'
import { describeRequest } from '../http/request-log.ts'
import { setSecurityHeaders } from '../http/security-headers.ts'
import type { ProcessMetrics, RouteMeter } from '../metrics/process-metrics.ts'
import { readSessionCookie } from './session-cookie.ts'

/** Who may call a route of the people process: anyone, or people whose role and session allow this action. */
type PersonAccess = 'public' | Action

declare module 'fastify' {
  interface FastifyContextConfig {
    person?: PersonAccess
  }
  interface FastifyRequest {
    /** Null before the session was verified, and on routes without a session. */
    signedIn: SignedIn | null
  }
}

export type PeopleGate = Readonly<{
  sessions: SessionAuthenticator
  /** Counts wrong passkeys, tokens and invitations by source address. */
  failures: FailureLimiter
  relyingParty: RelyingParty
  clock: Clock
  trustedProxies: readonly string[]
  /** Once the process is told to stop, callers are told to use another connection. */
  state: { isStopping: boolean }
  logRequest: (line: string) => void
  metrics: ProcessMetrics
}>

/** Guards every route that is added after this call: by its declared action, with headers, the origin and a log line. */
export function guardPeopleRoutes(app: FastifyInstance, gate: PeopleGate): void {
  const noRoute = gate.metrics.meterOf('any', 'none')
  const meters = new Map<string, RouteMeter>()
  app.decorateRequest('signedIn', null)
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply)
    if (gate.state.isStopping) reply.header('connection', 'close')
    if (request.is404) done(new Refusal('not_found', 'This URL or method does not exist.'))
    else done()
  })
  app.addHook('onRoute', (route) => {
    const access = route.config?.person
    assert(
      access !== undefined,
      `${String(route.method)} ${route.url} must declare its action in config.person`,
    )
    const method = String(route.method)
    meters.set(`${method} ${route.url}`, gate.metrics.meterOf(method, route.url))
    const hooks: (onRequestHookHandler | onRequestAsyncHookHandler)[] = []
    if (route.method !== 'GET') hooks.push(requireOwnOrigin(gate))
    if (access !== 'public') hooks.push(requireSession(gate, access))
    route.onRequest = [...hooks, ...[route.onRequest ?? []].flat()]
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const meter = meters.get(`${request.method} ${route}`) ?? noRoute
    meter.observe(reply.statusCode, reply.elapsedTime / 1000)
    gate.logRequest(describeRequest(request, reply, 'people', route, describePerson(request.signedIn)))
    done()
  })
}

/** Returns who sent this request. */
export function signedInOf(request: FastifyRequest): SignedIn {
  assert(request.signedIn !== null, 'a route that reads the person must require a session')
  return request.signedIn
}

/**
 * Runs an attempt to prove who somebody is. Wrong attempts are counted by source address, and after too many the address waits. A right
 * attempt is refused then too: otherwise a wrong one could be told from it.
 */
export async function limitFailures<T>(
  { failures }: PeopleGate,
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: () => Promise<T>,
): Promise<T> {
  if (failures.isTooMany(request.ip)) {
    reply.header('retry-after', failures.secondsLeft())
    throw new Refusal(
      'rate_limited',
      'Too many failed sign-ins came from your address. Wait, then try again.',
    )
  }
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof Refusal && FAILED.has(error.code)) failures.count(request.ip)
    throw error
  }
}

/** Refusals that tell of a wrong proof, and not of a mistake in using a right one. */
const FAILED: ReadonlySet<string> = new Set([
  'session_unknown',
  'challenge_invalid',
  'passkey_unknown',
  'passkey_refused',
  'passkey_revoked',
  'passkey_copied',
  'person_disabled',
  'invitation_unknown',
  'confirmation_unknown',
  'expired_token',
  'user_code_unknown',
  'email_link_ended',
  'email_link_elsewhere',
  'code_refused',
])

/**
 * Refuses a request that changes something and comes from another site. A browser always names the site on such a request, so one that
 * has our cookie and names no site is refused too. Terminals have no cookie and name no site.
 */
function requireOwnOrigin({ relyingParty }: PeopleGate): onRequestHookHandler {
  return (request, _reply, done) => {
    const { origin } = request.headers
    const isOwn =
      origin === undefined
        ? readSessionCookie(request.headers.cookie, relyingParty.origin) === undefined
        : origin === relyingParty.origin
    done(isOwn ? undefined : new Refusal('origin_refused', 'This request came from another site.'))
  }
}

/** Whether the session of a request that is still being answered has not ended meanwhile. */
export async function isStillSignedIn(
  { sessions, relyingParty }: PeopleGate,
  request: FastifyRequest,
): Promise<boolean> {
  const token = tokenOf(request, relyingParty)
  return token !== undefined && (await sessions.authenticate(token).catch(() => undefined)) !== undefined
}

function requireSession(gate: PeopleGate, action: Action): onRequestAsyncHookHandler {
  const { sessions, relyingParty } = gate
  return async (request, reply) => {
    const token = tokenOf(request, relyingParty)
    if (token === undefined) throw new Refusal('session_missing', 'Sign in first.')
    const authenticate = async () => sessions.authenticate(token)
    // A person who is signed in is not blocked because somebody at the same address guesses tokens.
    request.signedIn = await (sessions.isFamiliar(token)
      ? authenticate()
      : limitFailures(gate, request, reply, authenticate))
    requireAccess(request.signedIn, action, gate.clock.now())
  }
}

function tokenOf({ headers }: FastifyRequest, { origin }: RelyingParty): string | undefined {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  return bearer ?? readSessionCookie(headers.cookie, origin)
}

function describePerson(signedIn: SignedIn | null): string {
  return signedIn === null ? '' : `,"person":"${idOf(signedIn.person)}"`
}

/** Counts a challenge that anybody may ask for, so that nobody fills the table of challenges. */
export function limitChallenges(
  challenges: FailureLimiter,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (challenges.isTooMany(request.ip)) {
    reply.header('retry-after', challenges.secondsLeft())
    throw new Refusal(
      'rate_limited',
      'Too many sign-ins were started from your address. Wait, then try again.',
    )
  }
  challenges.count(request.ip)
}
