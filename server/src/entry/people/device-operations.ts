import { Type } from 'typebox'
import { namedObject } from '../http/object-schemas.ts'
import { type Operation, successExample } from '../http/openapi/operation.ts'
import { successField, textReply } from '../http/reply-fields.ts'
import { assertionExample, OptionsReply } from './credential-wire.ts'
import { operatorExample, sessionExample } from './people-examples.ts'
import { PersonWire, SessionWire } from './people-wire.ts'

const message = textReply('A message for people.', 'Confirm the code in your browser.')

const DeviceReply = namedObject('DeviceReply', {
  status: successField,
  message,
  device_code: textReply('The secret of the terminal. Show it to nobody.', 'dvc_…'),
  user_code: textReply('Show it to the person, who compares it in the browser.', 'BCDF-GHJK'),
  verification_uri: textReply('Where the person types the code.', 'https://people.afara.test/device'),
  verification_uri_complete: textReply(
    'The same, with the code in it.',
    'https://people.afara.test/device?code=BCDF-GHJK',
  ),
  expires_in: Type.Integer({ description: 'Seconds until both codes expire.', examples: [600] }),
  interval: Type.Integer({ description: 'Seconds to wait between two questions.', examples: [2] }),
})

export const requestDeviceOperation: Operation = {
  id: 'requestDevice',
  tag: 'Terminals',
  summary: 'Begin to sign in at a terminal',
  description:
    'Returns a device code for the terminal and a user code for the person (RFC 8628 in shape). The person confirms the user code in a browser in which they are signed in. Both codes work for ten minutes, once. Only their hashes are stored.',
  requestExamples: { laptop: { summary: 'A laptop', value: { machine: 'bisi@laptop' } } },
  replies: {
    200: {
      description: 'The codes.',
      schema: DeviceReply,
      examples: {
        codes: successExample('Codes', 'Confirm the code in your browser.', {
          device_code: 'dvc_…',
          user_code: 'BCDF-GHJK',
          verification_uri: 'https://people.afara.test/device',
          verification_uri_complete: 'https://people.afara.test/device?code=BCDF-GHJK',
          expires_in: 600,
          interval: 2,
        }),
      },
    },
  },
  refusals: ['rate_limited', 'origin_refused', 'internal', 'unavailable'],
}

export const finishDeviceOperation: Operation = {
  id: 'finishDevice',
  tag: 'Terminals',
  summary: 'Get the session of a terminal',
  description:
    'Returns the token of the session once the person has confirmed the terminal. Until then the answer is 400 `authorization_pending`: ask again after `interval` seconds. The device code is then used up.',
  requestExamples: { ask: { summary: 'Ask', value: { device_code: 'dvc_…' } } },
  replies: {
    200: {
      description: 'The terminal is signed in.',
      schema: namedObject('DeviceSessionReply', {
        status: successField,
        message,
        person: PersonWire,
        session: SessionWire,
        token: textReply('Shown once. Send it as `Authorization: Bearer`.', 'afs_…'),
      }),
      examples: {
        confirmed: successExample('Confirmed', 'You are signed in.', {
          person: operatorExample,
          session: { ...sessionExample, client: 'terminal', user_agent: 'bisi@laptop' },
          token: 'afs_…',
        }),
      },
    },
  },
  refusals: [
    'authorization_pending',
    'access_denied',
    'expired_token',
    'passkey_revoked',
    'person_disabled',
    'rate_limited',
    'origin_refused',
    'internal',
    'unavailable',
  ],
}

const code = { user_code: 'BCDF-GHJK' }

export const requestConfirmationOperation: Operation = {
  id: 'requestDeviceConfirmation',
  tag: 'Terminals',
  summary: 'Begin to confirm a terminal',
  description: 'Returns the options for `navigator.credentials.get()`, for your own passkeys.',
  requestExamples: { code: { summary: 'A code', value: code } },
  replies: {
    200: {
      description: 'The options.',
      schema: namedObject('DeviceOptionsReply', { status: successField, message, options: OptionsReply }),
      examples: {
        options: successExample('Options', 'Answer with your passkey.', {
          options: {
            challenge: 'q83vEjRWeJA',
            timeout: 300_000,
            rpId: 'people.afara.test',
            userVerification: 'required',
            allowCredentials: [{ id: 'p7Qk0mM3', type: 'public-key' }],
          },
        }),
      },
    },
  },
  refusals: ['user_code_unknown'],
}

export const confirmDeviceOperation: Operation = {
  id: 'confirmDevice',
  tag: 'Terminals',
  summary: 'Confirm a terminal',
  description:
    'Lets the terminal that shows this code act for you. Needs an answer of one of your own passkeys, so that a stolen session cannot become a terminal.',
  requestExamples: { code: { summary: 'A code', value: { ...code, credential: assertionExample } } },
  replies: {
    200: {
      description: 'The terminal is confirmed.',
      schema: namedObject('DeviceConfirmedReply', { status: successField, message }),
      examples: {
        confirmed: successExample('Confirmed', 'bisi@laptop is signed in. Return to your terminal.', {}),
      },
    },
  },
  refusals: [
    'user_code_unknown',
    'challenge_invalid',
    'passkey_unknown',
    'passkey_refused',
    'passkey_revoked',
    'passkey_copied',
  ],
}

export const denyDeviceOperation: Operation = {
  id: 'denyDevice',
  tag: 'Terminals',
  summary: 'Refuse a terminal',
  description: 'Tells the terminal that shows this code that it is refused.',
  requestExamples: { code: { summary: 'A code', value: code } },
  replies: {
    200: {
      description: 'The terminal is refused.',
      schema: namedObject('DeviceDeniedReply', { status: successField, message }),
      examples: { denied: successExample('Refused', 'The terminal is refused.', {}) },
    },
  },
  refusals: ['user_code_unknown'],
}
