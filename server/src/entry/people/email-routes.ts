import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { Refusal } from '../../kernel/refusal.ts'
import {
  askToRecover,
  askToSignIn,
  finishEmailSignIn,
  openEmailLink,
} from '../../records/people/email-sign-in.ts'
import { closedObject } from '../http/object-schemas.ts'
import {
  askToRecoverOperation,
  askToSignInOperation,
  finishEmailSignInOperation,
  openEmailLinkOperation,
} from './email-operations.ts'
import type { PeopleDeps } from './people-deps.ts'
import { limitFailures } from './people-gate.ts'
import { PEOPLE_PATH, toPersonWire, toSessionWire } from './people-wire.ts'
import { formatBrowserCookie, formatSessionCookie, readBrowserCookie } from './session-cookie.ts'
import { userAgentOf } from './session-routes.ts'

const SIGN_IN_PATH = `${PEOPLE_PATH}/sign-in`
// The answer takes at least this long, so that its time does not tell whether a mail was stored.
const ANSWER_MS = 150
const WAIT_SECONDS = 15 * 60

const AddressBody = closedObject({
  email: Type.String({
    description: 'Your email address.',
    maxLength: 254,
    examples: ['ngozi@ada-foods.test'],
  }),
})
const LinkBody = closedObject({
  token: Type.String({
    description: 'The token of the mail: what follows # in the link.',
    maxLength: 100,
    examples: ['eml_…'],
  }),
})
export const codeField = Type.String({
  description: 'The six digits that your app shows.',
  pattern: '^[0-9]{6}$',
  examples: ['492039'],
})
const CodeBody = closedObject({ code: codeField })

/** 200, whether or not the address is a member's. */
export function askToSignInRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Body: Static<typeof AddressBody> }>({
    method: 'POST',
    url: `${SIGN_IN_PATH}/email`,
    config: { person: 'public', operation: askToSignInOperation },
    schema: { body: AddressBody },
    handler: async (request, reply) => {
      const { email } = request.body
      const browser = await answerEvenly(reply, async () =>
        askToSignIn(deps, { email, address: request.ip, browser: browserOf(request, deps) }),
      )
      reply.header('set-cookie', formatBrowserCookie(deps.relyingParty.origin, browser))
      return {
        status: 'success',
        message: 'If this address belongs to a member who set up codes, a link is on its way to it.',
      }
    },
  })
}

export function openEmailLinkRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Body: Static<typeof LinkBody> }>({
    method: 'POST',
    url: `${SIGN_IN_PATH}/link`,
    config: { person: 'public', operation: openEmailLinkOperation },
    schema: { body: LinkBody },
    handler: async (request, reply) => {
      await limitFailures(deps.gate, request, reply, async () =>
        openEmailLink(deps, { token: request.body.token, browser: browserOf(request, deps) }),
      )
      return { status: 'success', message: 'Type the code that your app shows.' }
    },
  })
}

/** 200: the member is signed in. The token is in the cookie, and nowhere else. */
export function finishEmailSignInRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Body: Static<typeof CodeBody> }>({
    method: 'POST',
    url: `${SIGN_IN_PATH}/code`,
    config: { person: 'public', operation: finishEmailSignInOperation },
    schema: { body: CodeBody },
    handler: async (request, reply) => {
      const { person, session, token } = await limitFailures(deps.gate, request, reply, async () =>
        finishEmailSignIn(deps, {
          browser: browserOf(request, deps),
          code: request.body.code,
          userAgent: userAgentOf(request),
        }),
      )
      reply.header('set-cookie', formatSessionCookie(deps.relyingParty.origin, token, session.expiresAt))
      return {
        status: 'success',
        message: 'You are signed in.',
        person: toPersonWire(person),
        session: toSessionWire(session, session.id),
      }
    },
  })
}

/** 200, whether or not the address is a member's. */
export function askToRecoverRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Body: Static<typeof AddressBody> }>({
    method: 'POST',
    url: `${PEOPLE_PATH}/recovery`,
    config: { person: 'public', operation: askToRecoverOperation },
    schema: { body: AddressBody },
    handler: async (request, reply) => {
      await answerEvenly(reply, async () =>
        askToRecover(deps, { email: request.body.email, address: request.ip }),
      )
      return {
        status: 'success',
        message: 'If this address belongs to a member, a link to enrol again is on its way to it.',
      }
    },
  })
}

/** Answers after the same time whatever `ask` found, unless the database is slow. */
async function answerEvenly<T>(reply: FastifyReply, ask: () => Promise<T>): Promise<T> {
  try {
    const [answer] = await Promise.all([ask(), sleep(ANSWER_MS)])
    return answer
  } catch (error) {
    if (error instanceof Refusal && error.code === 'rate_limited') reply.header('retry-after', WAIT_SECONDS)
    throw error
  }
}

function browserOf({ headers }: FastifyRequest, { relyingParty }: PeopleDeps): string | undefined {
  return readBrowserCookie(headers.cookie, relyingParty.origin)
}
