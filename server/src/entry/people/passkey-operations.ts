import { Type } from 'typebox'
import { namedObject } from '../http/object-schemas.ts'
import { type Operation, successExample } from '../http/openapi/operation.ts'
import { successField, textReply } from '../http/reply-fields.ts'
import { attestationExample, OptionsReply } from './credential-wire.ts'
import { creationOptionsExample, operatorExample, passkeyExample } from './people-examples.ts'
import { maybeTime, PasskeyWire, PersonWire, timeReply } from './people-wire.ts'

const message = textReply('A message for people.', 'The passkey is enrolled.')

export const listPasskeysOperation: Operation = {
  id: 'listPasskeys',
  tag: 'Passkeys',
  summary: 'List your passkeys',
  description: 'All of your passkeys that work, oldest first. However many you have, you are one person.',
  replies: {
    200: {
      description: 'The passkeys.',
      schema: namedObject('PasskeysReply', {
        status: successField,
        message,
        passkeys: Type.Array(PasskeyWire, { description: 'Oldest first.' }),
      }),
      examples: { one: successExample('One passkey', '1 passkey.', { passkeys: [passkeyExample] }) },
    },
  },
  refusals: [],
}

export const requestPasskeyOperation: Operation = {
  id: 'requestPasskey',
  tag: 'Passkeys',
  summary: 'Begin to add a passkey',
  description:
    'Returns the options for `navigator.credentials.create()`. Needs a sign-in in the last 10 minutes, so that a stolen session cannot become a passkey.',
  replies: {
    200: {
      description: 'The options.',
      schema: namedObject('PasskeyOptionsReply', { status: successField, message, options: OptionsReply }),
      examples: {
        options: successExample('Options', 'Create the passkey.', { options: creationOptionsExample }),
      },
    },
  },
  refusals: ['session_not_fresh'],
}

const PasskeyReply = namedObject('PasskeyReply', { status: successField, message, passkey: PasskeyWire })

export const addPasskeyOperation: Operation = {
  id: 'addPasskey',
  tag: 'Passkeys',
  summary: 'Add a further passkey',
  description: 'Enrols a further passkey of yours. Needs a sign-in in the last 10 minutes.',
  requestExamples: {
    further: { summary: 'A second passkey', value: { name: 'Yubikey', credential: attestationExample } },
  },
  replies: {
    200: {
      description: 'The passkey is enrolled.',
      schema: PasskeyReply,
      examples: {
        added: successExample('Enrolled', 'The passkey is enrolled.', { passkey: passkeyExample }),
      },
    },
  },
  refusals: ['session_not_fresh', 'challenge_invalid', 'passkey_refused', 'passkey_exists'],
}

export const revokePasskeyOperation: Operation = {
  id: 'revokePasskey',
  tag: 'Passkeys',
  summary: 'Revoke a passkey',
  description:
    'Revokes one of your passkeys and ends the sessions that were started with it. Your last passkey stays.',
  parameters: {
    path: Type.Object({ passkey_id: Type.String({ description: 'The id of the passkey (psk_…).' }) }),
  },
  replies: {
    200: {
      description: 'The passkey is revoked.',
      schema: namedObject('PasskeyRevokedReply', { status: successField, message }),
      examples: { revoked: successExample('Revoked', 'The passkey is revoked.', {}) },
    },
  },
  refusals: ['passkey_id_unknown', 'passkey_last'],
}

export const readInvitationOperation: Operation = {
  id: 'readInvitation',
  tag: 'Invitations',
  summary: 'Read an invitation',
  description:
    'Who is invited, and the options for `navigator.credentials.create()`. The token is in the body and not in the URL, because URLs are logged.',
  requestExamples: { token: { summary: 'The token of the link', value: { token: 'inv_…' } } },
  replies: {
    200: {
      description: 'The invitation is open.',
      schema: namedObject('InvitationReply', {
        status: successField,
        message,
        person: PersonWire,
        expires_at: timeReply('When the invitation expires, in UTC.'),
        is_reenrolment: Type.Boolean({
          description:
            'Whether the person had a passkey before. Then accepting ends their other passkeys, sessions and codes, everybody else is told, and they cannot approve or sign for 24 hours.',
        }),
        options: OptionsReply,
      }),
      examples: {
        open: successExample('Open', 'Create your passkey.', {
          person: operatorExample,
          expires_at: '2026-11-18T09:30:00.000Z',
          is_reenrolment: false,
          options: creationOptionsExample,
        }),
      },
    },
  },
  refusals: [
    'rate_limited',
    'origin_refused',
    'invitation_unknown',
    'invitation_ended',
    'internal',
    'unavailable',
  ],
}

export const acceptInvitationOperation: Operation = {
  id: 'acceptInvitation',
  tag: 'Invitations',
  summary: 'Accept an invitation',
  description:
    'Enrols your passkey and uses up the invitation. Sign in with the passkey afterwards. If you had a passkey before, you enrol again: your other passkeys, sessions and codes end, everybody else is told by mail, and `signs_from` says when you can approve again.',
  requestExamples: {
    accept: {
      summary: 'With the new passkey',
      value: { token: 'inv_…', name: 'Yubikey', credential: attestationExample },
    },
  },
  replies: {
    200: {
      description: 'The passkey is enrolled.',
      schema: namedObject('InvitationAcceptedReply', {
        status: successField,
        message,
        passkey: PasskeyWire,
        signs_from: maybeTime('From when you can approve and sign, if you enrolled again; otherwise null.'),
      }),
      examples: {
        accepted: successExample('Accepted', 'The passkey is enrolled. Sign in with it.', {
          passkey: passkeyExample,
          signs_from: null,
        }),
      },
    },
  },
  refusals: [
    'rate_limited',
    'origin_refused',
    'invitation_unknown',
    'invitation_ended',
    'challenge_invalid',
    'passkey_refused',
    'passkey_exists',
    'internal',
    'unavailable',
  ],
}
