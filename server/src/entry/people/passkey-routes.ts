import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import {
  acceptInvitation,
  addPasskey,
  readInvitation,
  requestFurtherPasskey,
  revokePasskey,
} from '../../records/people/enrol-passkey.ts'
import { listPasskeys } from '../../records/people/person-passkey-store.ts'
import { closedObject } from '../http/object-schemas.ts'
import { AttestationWire, passkeyNameField, toAttestation } from './credential-wire.ts'
import {
  acceptInvitationOperation,
  addPasskeyOperation,
  listPasskeysOperation,
  readInvitationOperation,
  requestPasskeyOperation,
  revokePasskeyOperation,
} from './passkey-operations.ts'
import type { PeopleDeps } from './people-deps.ts'
import { limitChallenges, limitFailures, signedInOf } from './people-gate.ts'
import { PEOPLE_PATH, readIdOr, toPasskeyWire, toPersonWire } from './people-wire.ts'

const PASSKEYS_PATH = `${PEOPLE_PATH}/passkeys`
const INVITATIONS_PATH = `${PEOPLE_PATH}/invitations`

const tokenField = Type.String({
  description: 'The token of the invitation: what follows # in the link.',
  examples: ['inv_…'],
  maxLength: 100,
})
const PasskeyBody = closedObject({ name: passkeyNameField, credential: AttestationWire })
const ReadInvitationBody = closedObject({ token: tokenField })
const AcceptInvitationBody = closedObject({
  token: tokenField,
  name: passkeyNameField,
  credential: AttestationWire,
})

export function listPasskeysRoute(app: FastifyInstance, { pool }: PeopleDeps): void {
  app.get(
    PASSKEYS_PATH,
    { config: { person: 'self.read', operation: listPasskeysOperation } },
    async (request) => {
      const passkeys = await listPasskeys(pool, signedInOf(request).person)
      return {
        status: 'success',
        message: passkeys.length === 1 ? '1 passkey.' : `${passkeys.length} passkeys.`,
        passkeys: passkeys.map(toPasskeyWire),
      }
    },
  )
}

export function requestPasskeyRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.post(
    `${PASSKEYS_PATH}/options`,
    { config: { person: 'self.manage', operation: requestPasskeyOperation } },
    async (request, reply) => {
      limitChallenges(deps.challenges, request, reply)
      const options = await requestFurtherPasskey(deps, signedInOf(request))
      return { status: 'success', message: 'Create the passkey.', options }
    },
  )
}

export function addPasskeyRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Body: Static<typeof PasskeyBody> }>({
    method: 'POST',
    url: PASSKEYS_PATH,
    config: { person: 'self.manage', operation: addPasskeyOperation },
    schema: { body: PasskeyBody },
    handler: async (request) => {
      const { name, credential } = request.body
      const passkey = await addPasskey(deps, signedInOf(request), {
        name: name.trim(),
        answer: toAttestation(credential),
      })
      return { status: 'success', message: 'The passkey is enrolled.', passkey: toPasskeyWire(passkey) }
    },
  })
}

export function revokePasskeyRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.post<{ Params: { passkey_id: string } }>(
    `${PASSKEYS_PATH}/:passkey_id/revoke`,
    { config: { person: 'self.manage', operation: revokePasskeyOperation } },
    async (request) => {
      const { passkey_id: text } = request.params
      const id = readIdOr('passkey', text, 'passkey_id_unknown', 'You have no passkey with this id.')
      await revokePasskey(deps, signedInOf(request).person, id)
      return { status: 'success', message: 'The passkey is revoked.' }
    },
  )
}

export function readInvitationRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Body: Static<typeof ReadInvitationBody> }>({
    method: 'POST',
    url: `${INVITATIONS_PATH}/read`,
    config: { person: 'public', operation: readInvitationOperation },
    schema: { body: ReadInvitationBody },
    handler: async (request, reply) => {
      limitChallenges(deps.challenges, request, reply)
      const { invitation, options } = await limitFailures(deps.gate, request, reply, async () =>
        readInvitation(deps, request.body.token),
      )
      return {
        status: 'success',
        message: 'Create your passkey.',
        person: toPersonWire(invitation.person),
        expires_at: invitation.expiresAt.toISOString(),
        is_reenrolment: invitation.isAgain,
        options,
      }
    },
  })
}

export function acceptInvitationRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Body: Static<typeof AcceptInvitationBody> }>({
    method: 'POST',
    url: `${INVITATIONS_PATH}/accept`,
    config: { person: 'public', operation: acceptInvitationOperation },
    schema: { body: AcceptInvitationBody },
    handler: async (request, reply) => {
      const { token, name, credential } = request.body
      const answer = { name: name.trim(), answer: toAttestation(credential) }
      const { passkey, signsFrom } = await limitFailures(deps.gate, request, reply, async () =>
        acceptInvitation(deps, token, answer),
      )
      return {
        status: 'success',
        message: 'The passkey is enrolled. Sign in with it.',
        passkey: toPasskeyWire(passkey),
        signs_from: signsFrom?.toISOString() ?? null,
      }
    },
  })
}
