import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { Refusal } from '../../kernel/refusal.ts'
import { requestSignIn } from '../../records/people/passkey-ceremony.ts'
import { listSessions, revokeSession } from '../../records/people/session-store.ts'
import { signIn } from '../../records/people/sign-in.ts'
import { closedObject } from '../http/object-schemas.ts'
import { wordReply } from '../http/reply-fields.ts'
import { AssertionWire, toAssertion } from './credential-wire.ts'
import type { PeopleDeps } from './people-deps.ts'
import { limitChallenges, limitFailures, signedInOf } from './people-gate.ts'
import { PEOPLE_PATH, readIdOr, toPersonWire, toSessionWire } from './people-wire.ts'
import { formatEndedCookie, formatSessionCookie } from './session-cookie.ts'
import {
  listSessionsOperation,
  readSessionOperation,
  requestSignInOperation,
  revokeSessionOperation,
  signInOperation,
} from './session-operations.ts'

const SignInBody = closedObject({
  client: wordReply(['browser', 'terminal'], 'browser gets a cookie, terminal gets the token.'),
  credential: AssertionWire,
})

const SESSIONS_PATH = `${PEOPLE_PATH}/sessions`

export function requestSignInRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.post(
    `${SESSIONS_PATH}/options`,
    { config: { person: 'public', operation: requestSignInOperation } },
    async (request, reply) => {
      limitChallenges(deps.challenges, request, reply)
      const options = await requestSignIn(deps)
      return { status: 'success', message: 'Answer with your passkey.', options }
    },
  )
}

/** 200: the person is signed in. The token is in the cookie or in the reply, and nowhere else. */
export function signInRoute(app: FastifyInstance, deps: PeopleDeps, side?: 'operator'): void {
  app.route<{ Body: Static<typeof SignInBody> }>({
    method: 'POST',
    url: SESSIONS_PATH,
    config: { person: 'public', operation: signInOperation },
    schema: { body: SignInBody },
    handler: async (request, reply) => {
      const { client, credential } = request.body
      const { person, session, token } = await limitFailures(deps.gate, request, reply, async () =>
        signIn(deps, { answer: toAssertion(credential), client, side, userAgent: userAgentOf(request) }),
      )
      if (client === 'browser')
        reply.header('set-cookie', formatSessionCookie(deps.relyingParty.origin, token, session.expiresAt))
      return {
        status: 'success',
        message: 'You are signed in.',
        person: toPersonWire(person),
        session: toSessionWire(session, session.id),
        ...(client === 'terminal' && { token }),
      }
    },
  })
}

export function readSessionRoute(app: FastifyInstance): void {
  app.get(
    `${SESSIONS_PATH}/current`,
    { config: { person: 'self.read', operation: readSessionOperation } },
    async (request) => {
      const { person, session } = signedInOf(request)
      return {
        status: 'success',
        message: 'You are signed in.',
        person: toPersonWire(person),
        session: toSessionWire(session, session.id),
      }
    },
  )
}

export function listSessionsRoute(app: FastifyInstance, { pool, clock }: PeopleDeps): void {
  app.get(
    SESSIONS_PATH,
    { config: { person: 'self.read', operation: listSessionsOperation } },
    async (request) => {
      const { person, session } = signedInOf(request)
      const sessions = await listSessions(pool, person, clock.now())
      return {
        status: 'success',
        message: sessions.length === 1 ? '1 session.' : `${sessions.length} sessions.`,
        sessions: sessions.map((one) => toSessionWire(one, session.id)),
      }
    },
  )
}

export function revokeSessionRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.post<{ Params: { session_id: string } }>(
    `${SESSIONS_PATH}/:session_id/revoke`,
    { config: { person: 'self.read', operation: revokeSessionOperation } },
    async (request, reply) => {
      const { person, session } = signedInOf(request)
      const unknown = ['session_id_unknown', 'You have no open session with this id.'] as const
      const id = readIdOr('session', request.params.session_id, ...unknown)
      if (!(await revokeSession(deps.pool, person, id, deps.clock.now()))) throw new Refusal(...unknown)
      deps.gate.sessions.forget(id)
      if (id === session.id && session.client === 'browser')
        reply.header('set-cookie', formatEndedCookie(deps.relyingParty.origin))
      return { status: 'success', message: 'The session is ended.' }
    },
  )
}

export function userAgentOf({ headers }: FastifyRequest): string {
  return headers['user-agent'] ?? ''
}
