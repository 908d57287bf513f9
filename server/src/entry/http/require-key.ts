import type { FastifyReply, FastifyRequest, onRequestHookHandler, preValidationHookHandler } from 'fastify'
import { assert, Refusal } from '../../kernel/refusal.ts'
import type { KeyAuthenticator } from '../../records/keys/authenticate-key.ts'
import { type GrantedScope, type KeyScope, requestWindowMs } from '../../records/keys/key-rights.ts'
import type { AuthenticatedKey } from '../../records/keys/known-key.ts'
import type { TokenAuthenticator } from '../../records/people/authenticate-token.ts'
import { digestOfRequest, isTenantToken } from '../../records/people/tenant-token.ts'
import { errorCatalogue } from './error-catalogue/error-catalogue.ts'
import type { FailureLimiter } from './failure-limiter.ts'
import type { KeyWindow, RequestLimiter } from './request-limiter.ts'
import type { SlowRefusals } from './slow-refusals.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null before the key was verified, and on routes without a key. */
    authenticatedKey: AuthenticatedKey | null
  }
}

export type KeyGuards = Readonly<{
  keys: KeyAuthenticator
  tokens: TokenAuthenticator
  limiter: RequestLimiter
  failures: FailureLimiter
  slowRefusals: SlowRefusals
}>

type Done = (error?: Error) => void

const KEY_HEADER = 'svc-sec-key'
/** In a window. A client that waits as Retry-After says is refused once for each request that it had under way. */
const REFUSED_AT_ONCE = 50

/**
 * Admits a request whose key is valid, may be used from the caller's address, has the scope and has not exceeded its limit, checked in this
 * order. A recently seen key is checked synchronously, without a promise.
 */
export function requireKey(
  access: Readonly<{ key: KeyScope; person: KeyScope; confirmed: GrantedScope }>,
  guards: KeyGuards,
  cost = 1,
): onRequestHookHandler {
  const { keys, tokens, limiter, failures, slowRefusals } = guards

  const admit = (key: AuthenticatedKey, request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    request.authenticatedKey = key
    const scope = scopeOf(access, key)
    if (!key.scopes.includes(scope)) {
      done(scopeMissing(scope, key.scopes))
      return
    }
    const window = limiter.windowOf(key)
    const isTaken = limiter.take(window, cost)
    if (typeof isTaken === 'boolean') pass(isTaken, window, reply, done)
    else void isTaken.then((isTaken) => pass(isTaken, limiter.windowOf(key), reply, done))
  }

  const pass = (isTaken: boolean, window: KeyWindow, reply: FastifyReply, done: Done): void => {
    const secondsLeft = limiter.secondsLeft()
    reply.header('ratelimit-policy', window.policy)
    reply.header('ratelimit', `"key";r=${limiter.remaining(window)};t=${secondsLeft}`)
    if (isTaken) {
      done()
      return
    }
    const refuse = (): void => {
      reply.header('retry-after', secondsLeft)
      done(tooOften(window.limit, cost, secondsLeft))
    }
    if (window.refused > REFUSED_AT_ONCE) slowRefusals.send(refuse)
    else refuse()
  }

  const admitStranger = async (
    text: string,
    request: FastifyRequest,
    reply: FastifyReply,
    done: Done,
  ): Promise<void> => {
    const address = request.ip
    // A key that was recently valid is not blocked because somebody at the same address guesses keys.
    if (failures.isTooMany(address) && !keys.isFamiliar(text)) {
      reply.header('retry-after', failures.secondsLeft())
      done(tooManyFailures())
      return
    }
    let key: AuthenticatedKey
    try {
      key = await keys.authenticate(text, address)
    } catch (error) {
      if (isWrongKey(error)) failures.count(address)
      done(error as Error)
      return
    }
    admit(key, request, reply, done)
  }

  const admitToken = async (
    text: string,
    request: FastifyRequest,
    reply: FastifyReply,
    done: Done,
  ): Promise<void> => {
    try {
      const key = await tokens.authenticate(text)
      admit(key, request, reply, (error) => {
        if (error !== undefined || request.method === 'GET') done(error)
        else void noteThen(key, request, done)
      })
    } catch (error) {
      done(error as Error)
    }
  }

  /** A request of a person that changes something is in the audit before it is served. */
  const noteThen = async (key: AuthenticatedKey, request: FastifyRequest, done: Done): Promise<void> => {
    const what = `${request.method} ${request.routeOptions.url}`
    try {
      await tokens.note(key, { id: request.id, what })
    } catch (error) {
      done(error as Error)
      return
    }
    done()
  }

  return (request, reply, done) => {
    const text = request.headers[KEY_HEADER]
    if (typeof text !== 'string' || text === '') {
      done(new Refusal('key_missing', `Send your secret key in the header ${KEY_HEADER}.`))
      return
    }
    if (isTenantToken(text)) {
      void admitToken(text, request, reply, done)
      return
    }
    const key = keys.tryCached(text, request)
    if (key === undefined) void admitStranger(text, request, reply, done)
    else admit(key, request, reply, done)
  }
}

/** A token that confirms one request is refused for any other. */
export const requireConfirmedRequest: preValidationHookHandler = (request, _reply, done) => {
  const confirmed = request.authenticatedKey?.confirms
  const isAnother =
    confirmed !== undefined &&
    confirmed !==
      digestOfRequest({
        method: request.method,
        path: request.url,
        body: request.rawBody?.toString() ?? '',
      })
  done(
    isAnother ? new Refusal('token_invalid', 'You confirmed another request with your passkey.') : undefined,
  )
}

/** Returns the key of this request. */
export function keyOf(request: FastifyRequest): AuthenticatedKey {
  const key = request.authenticatedKey
  assert(key !== null, 'a route that reads the key must require one')
  return key
}

function isWrongKey(error: unknown): boolean {
  return error instanceof Refusal && errorCatalogue[error.code].status === 401
}

function scopeOf(
  access: Readonly<{ key: KeyScope; person: KeyScope; confirmed: GrantedScope }>,
  { memberId, confirms }: AuthenticatedKey,
): GrantedScope {
  if (memberId === undefined) return access.key
  return confirms === undefined ? access.person : access.confirmed
}

function scopeMissing(scope: GrantedScope, scopes: readonly GrantedScope[]): Refusal {
  return new Refusal(
    'scope_missing',
    `This needs the scope "${scope}". Your key has ${scopes.join(', ')}. Create a key with the scope.`,
  )
}

function tooOften(limit: number, cost: number, secondsLeft: number): Refusal {
  const counted = cost === 1 ? '' : ` This one counts as ${cost}.`
  return new Refusal(
    'rate_limited',
    `This key can send ${limit} requests in ${requestWindowMs / 1000} seconds.${counted} Try again in ${secondsLeft} s.`,
  )
}

function tooManyFailures(): Refusal {
  return new Refusal(
    'rate_limited',
    'Too many wrong keys came from your address. Check the key, then try again.',
  )
}
