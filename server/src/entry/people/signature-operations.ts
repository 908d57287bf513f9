import { Type } from 'typebox'
import { namedObject } from '../http/object-schemas.ts'
import { type Operation, successExample } from '../http/openapi/operation.ts'
import { successField, textReply, wordReply } from '../http/reply-fields.ts'
import { assertionExample } from './credential-wire.ts'
import { timeReply } from './people-wire.ts'

const message = textReply('A message for people.', 'Decision 7F3A-91C2 waits for your signature.')

const parameters = {
  path: Type.Object({
    signature_request_id: Type.String({ description: 'The id of the request (sgr_…).' }),
  }),
}

const SignatureReply = namedObject('SignatureReply', {
  status: successField,
  message,
  signature: namedObject('SignatureRequest', {
    signature_request_id: textReply('The id of the request.', 'sgr_01a1dcc264cc7ab5819881f76f5e96ba'),
    short_code: textReply('The short code of the text, for people to compare.', '7F3A-91C2'),
    state: wordReply(['waiting', 'signed'], 'signed: repeat the command, which takes the signature.'),
    expires_at: timeReply('When the request ends, in UTC.'),
  }),
})

const example = {
  signature_request_id: 'sgr_01a1dcc264cc7ab5819881f76f5e96ba',
  short_code: '7F3A-91C2',
  state: 'waiting',
  expires_at: '2026-11-15T09:35:00.000Z',
}

export const readSignatureOperation: Operation = {
  id: 'readSignature',
  tag: 'Signatures',
  summary: 'Read whether you signed',
  description:
    'A command that needs your signature returns a `url`. Open it in your browser, and ask here until the state is `signed`. Then send the same command again: it takes the signature, once. A request lasts five minutes, and only you can read it.',
  parameters,
  replies: {
    200: {
      description: 'The request.',
      schema: SignatureReply,
      examples: {
        waiting: successExample('Waiting', 'Decision 7F3A-91C2 waits for your signature.', {
          signature: example,
        }),
      },
    },
  },
  refusals: ['signature_request_unknown'],
}

export const signOperation: Operation = {
  id: 'sign',
  tag: 'Signatures',
  summary: 'Sign a decision',
  description:
    'Verifies the answer of your passkey to the SHA-256 of the text, and keeps it until the command takes it. The command verifies it again.',
  parameters,
  requestExamples: { signed: { summary: 'A signature', value: { credential: assertionExample } } },
  replies: {
    200: {
      description: 'The text is signed.',
      schema: SignatureReply,
      examples: {
        signed: successExample('Signed', 'Decision 7F3A-91C2 is signed. Return to your terminal.', {
          signature: { ...example, state: 'signed' },
        }),
      },
    },
  },
  refusals: ['signature_request_unknown', 'signature_invalid'],
}

export const refuseSignatureOperation: Operation = {
  id: 'refuseSignature',
  tag: 'Signatures',
  summary: 'Refuse to sign',
  description: 'Withdraws the request. The command stops waiting, and nothing has changed.',
  parameters,
  replies: {
    200: {
      description: 'The request is withdrawn.',
      schema: namedObject('SignatureRefusedReply', { status: successField, message }),
      examples: { refused: successExample('Refused', 'You signed nothing.', {}) },
    },
  },
  refusals: ['signature_request_unknown'],
}
