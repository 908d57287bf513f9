import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import { formatId } from '../../../kernel/ids/ids.ts'
import {
  joinAsMember,
  joinAsNew,
  readTeamInvitation,
  requestToJoin,
} from '../../../records/people/join-team.ts'
import type { StartedSession } from '../../../records/people/start-session.ts'
import { closedObject } from '../../http/object-schemas.ts'
import { textField } from '../../http/request-fields.ts'
import { AssertionWire, AttestationWire, toAssertion, toAttestation } from '../credential-wire.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { limitChallenges, limitFailures } from '../people-gate.ts'
import { readIdOr, toPersonWire } from '../people-wire.ts'
import { formatSessionCookie } from '../session-cookie.ts'
import { userAgentOf } from '../session-routes.ts'
import { ACCOUNT_PATH } from './account-wire.ts'
import {
  acceptTeamInvitationOperation,
  joinOperation,
  readTeamInvitationOperation,
  requestToJoinOperation,
} from './team-operations.ts'
import { toTeamInvitation } from './team-wire.ts'

const JOIN_PATH = `${ACCOUNT_PATH}/join`

const token = Type.String({
  description: 'What follows # in the link.',
  examples: ['jon_…'],
  maxLength: 100,
})
const name = textField('Your name.', ['Bola Ade'])
const TokenBody = closedObject({ token })
const AcceptBody = closedObject({ token, credential: AssertionWire })
const NameBody = closedObject({ token, name })
const JoinBody = closedObject({
  token,
  name,
  join_id: textField('The id from the first step.', ['mbr_01a1dcc264cc7ab5819881f76f5e96ba'], 60),
  credential: AttestationWire,
})

export function readTeamInvitationRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Body: Static<typeof TokenBody> }>({
    method: 'POST',
    url: `${JOIN_PATH}/read`,
    config: { person: 'public', operation: readTeamInvitationOperation },
    schema: { body: TokenBody },
    handler: async (request, reply) => {
      const invitation = await limitFailures(deps.gate, request, reply, async () =>
        readTeamInvitation(deps, request.body.token),
      )
      return {
        status: 'success',
        message: `${invitation.invitedBy} invites you to ${invitation.businessName}.`,
        invitation: toTeamInvitation(invitation),
      }
    },
  })
}

export function requestToJoinRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Body: Static<typeof NameBody> }>({
    method: 'POST',
    url: `${JOIN_PATH}/options`,
    config: { person: 'public', operation: requestToJoinOperation },
    schema: { body: NameBody },
    handler: async (request, reply) => {
      limitChallenges(deps.challenges, request, reply)
      const { memberId, options } = await limitFailures(deps.gate, request, reply, async () =>
        requestToJoin(deps, request.body.token, request.body.name),
      )
      const id = formatId('member', memberId)
      return { status: 'success', message: 'Create the passkey.', join_id: id, options }
    },
  })
}

/** 200: the person exists, has their role, and is signed in. */
export function joinRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Body: Static<typeof JoinBody> }>({
    method: 'POST',
    url: JOIN_PATH,
    config: { person: 'public', operation: joinOperation },
    schema: { body: JoinBody },
    handler: async (request, reply) => {
      const { token: link, join_id: text, credential } = request.body
      const memberId = readIdOr('member', text, 'challenge_invalid', 'Start again: this id is not ours.')
      const joined = await limitFailures(deps.gate, request, reply, async () =>
        joinAsNew(deps, link, {
          memberId,
          name: request.body.name,
          answer: toAttestation(credential),
          userAgent: userAgentOf(request),
        }),
      )
      return welcome(deps, reply, joined)
    },
  })
}

/** 200: the person has their role too, and is signed in. */
export function acceptTeamInvitationRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Body: Static<typeof AcceptBody> }>({
    method: 'POST',
    url: `${JOIN_PATH}/accept`,
    config: { person: 'public', operation: acceptTeamInvitationOperation },
    schema: { body: AcceptBody },
    handler: async (request, reply) => {
      const { token: link, credential } = request.body
      const joined = await limitFailures(deps.gate, request, reply, async () =>
        joinAsMember(deps, link, { answer: toAssertion(credential), userAgent: userAgentOf(request) }),
      )
      return welcome(deps, reply, joined)
    },
  })
}

function welcome(
  { relyingParty }: PeopleDeps,
  reply: FastifyReply,
  { person, session, token, linkTag }: StartedSession & Readonly<{ linkTag: string }>,
) {
  reply.header('set-cookie', formatSessionCookie(relyingParty.origin, token, session.expiresAt))
  return { status: 'success', message: 'Welcome.', person: toPersonWire(person), link_tag: linkTag }
}
