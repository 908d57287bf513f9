import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import {
  confirmDevice,
  denyDevice,
  finishDeviceLogin,
  requestDeviceConfirmation,
  requestDeviceLogin,
} from '../../records/people/device-login.ts'
import { closedObject } from '../http/object-schemas.ts'
import { textField } from '../http/request-fields.ts'
import { AssertionWire, toAssertion } from './credential-wire.ts'
import {
  confirmDeviceOperation,
  denyDeviceOperation,
  finishDeviceOperation,
  requestConfirmationOperation,
  requestDeviceOperation,
} from './device-operations.ts'
import type { PeopleDeps } from './people-deps.ts'
import { limitChallenges, limitFailures, signedInOf } from './people-gate.ts'
import { PEOPLE_PATH, toPersonWire, toSessionWire } from './people-wire.ts'

const DEVICES_PATH = `${PEOPLE_PATH}/devices`
/** How long a terminal waits between two questions. A question is one look-up by a key. */
const INTERVAL_SECONDS = 2

const userCodeField = Type.String({
  description: 'The code that the terminal shows.',
  maxLength: 40,
  examples: ['BCDF-GHJK'],
})
const RequestBody = closedObject({
  machine: textField('What the terminal calls itself: the user and the host name.', ['bisi@laptop'], 100),
})
const FinishBody = closedObject({
  device_code: Type.String({ description: 'The device code.', maxLength: 100, examples: ['dvc_…'] }),
})
const CodeBody = closedObject({ user_code: userCodeField })
const ConfirmBody = closedObject({ user_code: userCodeField, credential: AssertionWire })

export function requestDeviceRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Body: Static<typeof RequestBody> }>({
    method: 'POST',
    url: DEVICES_PATH,
    config: { person: 'public', operation: requestDeviceOperation },
    schema: { body: RequestBody },
    handler: async (request, reply) => {
      limitChallenges(deps.challenges, request, reply)
      const machine = request.body.machine.trim()
      const { deviceCode, userCode, seconds } = await requestDeviceLogin(deps, {
        machine,
        address: request.ip,
      })
      const page = `${deps.relyingParty.origin}/device`
      return {
        status: 'success',
        message: 'Confirm the code in your browser.',
        device_code: deviceCode,
        user_code: userCode,
        verification_uri: page,
        verification_uri_complete: `${page}?code=${userCode}`,
        expires_in: seconds,
        interval: INTERVAL_SECONDS,
      }
    },
  })
}

/** 200: the terminal is signed in. The token is in this reply, and nowhere else. */
export function finishDeviceRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Body: Static<typeof FinishBody> }>({
    method: 'POST',
    url: `${DEVICES_PATH}/token`,
    config: { person: 'public', operation: finishDeviceOperation },
    schema: { body: FinishBody },
    handler: async (request, reply) => {
      const { person, session, token } = await limitFailures(deps.gate, request, reply, async () =>
        finishDeviceLogin(deps, request.body.device_code),
      )
      return {
        status: 'success',
        message: 'You are signed in.',
        person: toPersonWire(person),
        session: toSessionWire(session, session.id),
        token,
      }
    },
  })
}

export function requestConfirmationRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Body: Static<typeof CodeBody> }>({
    method: 'POST',
    url: `${DEVICES_PATH}/options`,
    config: { person: 'self.manage', operation: requestConfirmationOperation },
    schema: { body: CodeBody },
    handler: async (request, reply) => {
      limitChallenges(deps.challenges, request, reply)
      const { person } = signedInOf(request)
      const options = await limitFailures(deps.gate, request, reply, async () =>
        requestDeviceConfirmation(deps, person, request.body.user_code),
      )
      return { status: 'success', message: 'Answer with your passkey.', options }
    },
  })
}

export function confirmDeviceRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Body: Static<typeof ConfirmBody> }>({
    method: 'POST',
    url: `${DEVICES_PATH}/confirm`,
    config: { person: 'self.manage', operation: confirmDeviceOperation },
    schema: { body: ConfirmBody },
    handler: async (request, reply) => {
      const { user_code: code, credential } = request.body
      const { machine } = await limitFailures(deps.gate, request, reply, async () =>
        confirmDevice(deps, signedInOf(request), code, toAssertion(credential)),
      )
      return { status: 'success', message: `${machine} is signed in. Return to your terminal.` }
    },
  })
}

export function denyDeviceRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Body: Static<typeof CodeBody> }>({
    method: 'POST',
    url: `${DEVICES_PATH}/deny`,
    config: { person: 'self.manage', operation: denyDeviceOperation },
    schema: { body: CodeBody },
    handler: async (request, reply) => {
      await limitFailures(deps.gate, request, reply, async () => denyDevice(deps, request.body.user_code))
      return { status: 'success', message: 'The terminal is refused.' }
    },
  })
}
