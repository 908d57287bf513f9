import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { formatId } from '../../../kernel/ids/ids.ts'
import { asTenant } from '../../../kernel/postgres/pool.ts'
import { changeTeam, requestTeamChange, type WantedChange } from '../../../records/people/change-team.ts'
import { requireMembership, requireRoleIn } from '../../../records/people/person.ts'
import type { Action } from '../../../records/people/role-actions.ts'
import { listMembers, listOpenInvitations } from '../../../records/people/team-store.ts'
import { toAssertion } from '../credential-wire.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { limitFailures, signedInOf } from '../people-gate.ts'
import { readIdOr } from '../people-wire.ts'
import { ACCOUNT_PATH } from './account-wire.ts'
import {
  changeTeamOperation,
  leaveOperation,
  readTeamOperation,
  requestLeaveOperation,
  requestTeamChangeOperation,
} from './team-operations.ts'
import {
  ChangeBody,
  readChangeId,
  SignedBody,
  SignedChangeBody,
  teamRoles,
  toOpenInvitation,
  toTeamMember,
  toWantedChange,
} from './team-wire.ts'

const MEMBERS_PATH = `${ACCOUNT_PATH}/businesses/:business_id/members`
const LEAVE_PATH = `${ACCOUNT_PATH}/businesses/:business_id/leave`
const CONFIRM = 'Confirm with your passkey.'

type OfBusiness = { business_id: string }

export function readTeamRoute(app: FastifyInstance, { memberPool, clock }: PeopleDeps): void {
  app.get<{ Params: OfBusiness }>(
    MEMBERS_PATH,
    { config: { person: 'team.read', operation: readTeamOperation } },
    async (request) => {
      const businessId = businessOf(request, 'team.read')
      const [members, invitations] = await asTenant(memberPool, { businessId, mode: 'live' }, async (sql) => [
        await listMembers(sql, businessId),
        await listOpenInvitations(sql, businessId, clock.now()),
      ])
      return {
        status: 'success',
        message: members.length === 1 ? '1 person.' : `${members.length} people.`,
        members: members.map(toTeamMember),
        invitations: invitations.map(toOpenInvitation),
        roles: teamRoles,
      }
    },
  )
}

export function requestTeamChangeRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Params: OfBusiness; Body: Static<typeof ChangeBody> }>({
    method: 'POST',
    url: `${MEMBERS_PATH}/options`,
    config: { person: 'team.manage', operation: requestTeamChangeOperation },
    schema: { body: ChangeBody },
    handler: async (request) => {
      const businessId = businessOf(request, 'team.manage')
      return askToSign(deps, request, businessId, toWantedChange(request.body))
    },
  })
}

export function changeTeamRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Params: OfBusiness; Body: Static<typeof SignedChangeBody> }>({
    method: 'POST',
    url: MEMBERS_PATH,
    config: { person: 'team.manage', operation: changeTeamOperation },
    schema: { body: SignedChangeBody },
    handler: async (request, reply) => {
      const businessId = businessOf(request, 'team.manage')
      const { change_id: text, credential } = request.body
      const wanted = toWantedChange(request.body)
      const signed = { id: readChangeId(text), answer: toAssertion(credential) }
      await limitFailures(deps.gate, request, reply, async () =>
        changeTeam(deps, signedInOf(request), businessId, wanted, signed),
      )
      return { status: 'success', message: DONE[wanted.action] }
    },
  })
}

const DONE: Readonly<Record<WantedChange['action'], string>> = {
  invite: 'We mailed the invitation. It works for three days.',
  change_role: 'The role is changed.',
  end: 'Their access is ended. It is refused everywhere within five seconds.',
  cancel: 'The invitation is cancelled.',
}

export function requestLeaveRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.post<{ Params: OfBusiness }>(
    `${LEAVE_PATH}/options`,
    { config: { person: 'team.leave', operation: requestLeaveOperation } },
    async (request) => {
      const businessId = businessOf(request, 'team.leave')
      return askToSign(deps, request, businessId, { action: 'end', memberId: signedInOf(request).person.id })
    },
  )
}

export function leaveRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Params: OfBusiness; Body: Static<typeof SignedBody> }>({
    method: 'POST',
    url: LEAVE_PATH,
    config: { person: 'team.leave', operation: leaveOperation },
    schema: { body: SignedBody },
    handler: async (request, reply) => {
      const businessId = businessOf(request, 'team.leave')
      const signedIn = signedInOf(request)
      const { change_id: text, credential } = request.body
      const signed = { id: readChangeId(text), answer: toAssertion(credential) }
      await limitFailures(deps.gate, request, reply, async () =>
        changeTeam(deps, signedIn, businessId, { action: 'end', memberId: signedIn.person.id }, signed),
      )
      return { status: 'success', message: 'You left the business.' }
    },
  })
}

async function askToSign(
  deps: PeopleDeps,
  request: FastifyRequest,
  businessId: string,
  wanted: WantedChange,
) {
  const { id, text, options } = await requestTeamChange(deps, signedInOf(request), businessId, wanted)
  return { status: 'success', message: CONFIRM, change_id: formatId('change', id), text, options }
}

/** Returns the business in the URL, in which the role of the person must allow this action. */
export function businessOf(request: FastifyRequest<{ Params: OfBusiness }>, action: Action): string {
  const { person } = signedInOf(request)
  const { business_id: text } = request.params
  const businessId = readIdOr('business', text, 'business_unknown', 'This business does not exist.')
  requireMembership(person, businessId)
  requireRoleIn(person, businessId, action)
  return businessId
}
