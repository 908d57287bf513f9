import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { formatId } from '../../../kernel/ids/ids.ts'
import {
  confirmEmail,
  isLinkTagFree,
  requestSignUp,
  type SignUp,
  type SignUpDeps,
  sendConfirmation,
  signUp,
} from '../../../records/people/sign-up.ts'
import { closedObject } from '../../http/object-schemas.ts'
import { textField } from '../../http/request-fields.ts'
import { AttestationWire, toAttestation } from '../credential-wire.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { limitChallenges, limitFailures, signedInOf } from '../people-gate.ts'
import { readIdOr, toBusinessWire, toPersonWire } from '../people-wire.ts'
import { formatSessionCookie } from '../session-cookie.ts'
import { ACCOUNT_PATH, toIssuedKey } from './account-wire.ts'
import {
  confirmEmailOperation,
  readLinkTagOperation,
  requestSignUpOperation,
  sendConfirmationOperation,
  signUpOperation,
} from './sign-up-operations.ts'

const typed = {
  name: textField('Your name.', ['Ngozi Eze']),
  email: textField('Your email address.', ['ngozi@ada-foods.test']),
  business_name: textField('The name of your business.', ['Ada Foods']),
  link_tag: textField('What your payment links carry. It cannot be changed.', ['ada-foods'], 60),
}
const RequestBody = closedObject(typed)
const SignUpBody = closedObject({
  ...typed,
  sign_up_id: textField('The id from the first step.', ['mbr_01a1dcc264cc7ab5819881f76f5e96ba'], 60),
  credential: AttestationWire,
})
const ConfirmBody = closedObject({
  token: Type.String({ description: 'What follows # in the link.', examples: ['cnf_…'], maxLength: 100 }),
})

export function readLinkTagRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.get<{ Params: { link_tag: string } }>(
    `${ACCOUNT_PATH}/link-tags/:link_tag`,
    { config: { person: 'public', operation: readLinkTagOperation } },
    async (request, reply) => {
      limitChallenges(deps.challenges, request, reply)
      const { link_tag: linkTag } = request.params
      const isFree = await isLinkTagFree(deps.pool, linkTag)
      const message = isFree ? `${linkTag} is free.` : `${linkTag} is taken. Choose another.`
      return { status: 'success', message, is_free: isFree }
    },
  )
}

export function requestSignUpRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Body: Static<typeof RequestBody> }>({
    method: 'POST',
    url: `${ACCOUNT_PATH}/sign-up/options`,
    config: { person: 'public', operation: requestSignUpOperation },
    schema: { body: RequestBody },
    handler: async (request, reply) => {
      limitChallenges(deps.challenges, request, reply)
      const { memberId, options } = await requestSignUp(deps, toSignUp(request.body))
      const id = formatId('member', memberId)
      return { status: 'success', message: 'Create the passkey.', sign_up_id: id, options }
    },
  })
}

/** 200: the business exists and works in test mode, and the person is signed in. */
export function signUpRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Body: Static<typeof SignUpBody> }>({
    method: 'POST',
    url: `${ACCOUNT_PATH}/sign-up`,
    config: { person: 'public', operation: signUpOperation },
    schema: { body: SignUpBody },
    handler: async (request, reply) => {
      const { sign_up_id: text, credential } = request.body
      const id = readIdOr('member', text, 'challenge_invalid', 'Start again: this sign-up is not ours.')
      limitChallenges(deps.signUps, request, reply)
      const { business, key, started } = await limitFailures(deps.gate, request, reply, async () =>
        signUp(signUpDeps(deps), id, {
          ...toSignUp(request.body),
          answer: toAttestation(credential),
          userAgent: request.headers['user-agent'] ?? '',
        }),
      )
      const { person, session, token } = started
      reply.header('set-cookie', formatSessionCookie(deps.relyingParty.origin, token, session.expiresAt))
      return {
        status: 'success',
        message: 'Welcome. Copy the key now. We do not show it again.',
        person: toPersonWire(person),
        business: toBusinessWire({ ...business, isLive: false }),
        key: toIssuedKey(key),
      }
    },
  })
}

export function confirmEmailRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Body: Static<typeof ConfirmBody> }>({
    method: 'POST',
    url: `${ACCOUNT_PATH}/confirmations`,
    config: { person: 'public', operation: confirmEmailOperation },
    schema: { body: ConfirmBody },
    handler: async (request, reply) => {
      const email = await limitFailures(deps.gate, request, reply, async () =>
        confirmEmail(deps, request.body.token),
      )
      return { status: 'success', message: `${email} is confirmed.`, email }
    },
  })
}

export function sendConfirmationRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.post(
    `${ACCOUNT_PATH}/confirmations/send`,
    { config: { person: 'self.manage', operation: sendConfirmationOperation } },
    async (request) => {
      const { person } = signedInOf(request)
      await sendConfirmation(signUpDeps(deps), person)
      return { status: 'success', message: `We sent a link to ${person.email}.` }
    },
  )
}

function signUpDeps(deps: PeopleDeps): SignUpDeps {
  return { ...deps, ...deps.tools.readKeySettings() }
}

function toSignUp(body: Static<typeof RequestBody>): SignUp {
  const { name, email, business_name: businessName, link_tag: linkTag } = body
  return { name, email, businessName, linkTag }
}
