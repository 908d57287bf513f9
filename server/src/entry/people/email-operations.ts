import { namedObject } from '../http/object-schemas.ts'
import { type Operation, successExample } from '../http/openapi/operation.ts'
import { successField, textReply } from '../http/reply-fields.ts'
import { memberExample, sessionExample } from './people-examples.ts'
import { PersonWire, SessionWire } from './people-wire.ts'

const AskedReply = namedObject('MailAskedReply', {
  status: successField,
  message: textReply('A message for people.', 'A link is on its way, if this address is a member’s.'),
})
const address = { address: { summary: 'An address', value: { email: 'ngozi@ada-foods.test' } } }

export const askToSignInOperation: Operation = {
  id: 'askToSignIn',
  tag: 'Mail',
  summary: 'Ask for a link to sign in',
  description:
    'Mails a link to the member with this address, if they set up codes. The answer is the same for every address. The link works once, for ten minutes, in the browser that asked for it. Operators get no link. An address gets at most three links in 15 minutes, and a source asks at most thirty times.',
  requestExamples: address,
  replies: {
    200: {
      description: 'The same for every address.',
      schema: AskedReply,
      examples: {
        asked: successExample(
          'Asked',
          'If this address belongs to a member who set up codes, a link is on its way to it.',
          {},
        ),
      },
    },
  },
  refusals: ['email_invalid', 'rate_limited', 'origin_refused', 'internal', 'unavailable'],
}

export const openEmailLinkOperation: Operation = {
  id: 'openEmailLink',
  tag: 'Mail',
  summary: 'Open the link of a mail',
  description:
    'Uses up the link. The browser then has ten minutes to send a code. The token is in the body and not in the URL, because URLs are logged.',
  requestExamples: { token: { summary: 'The token of the link', value: { token: 'eml_…' } } },
  replies: {
    200: {
      description: 'The link is open.',
      schema: AskedReply,
      examples: { open: successExample('Open', 'Type the code that your app shows.', {}) },
    },
  },
  refusals: [
    'email_link_ended',
    'email_link_elsewhere',
    'rate_limited',
    'origin_refused',
    'internal',
    'unavailable',
  ],
}

export const finishEmailSignInOperation: Operation = {
  id: 'finishEmailSignIn',
  tag: 'Mail',
  summary: 'Sign in with a code',
  description:
    'Starts a session for the member whose link this browser opened. It ends after 30 minutes without use and after 8 hours in any case. It can read, and cannot approve, sign, enrol a passkey or set up codes. A code works once. After five wrong codes the link ends; after ten in a row the member sets up codes again.',
  requestExamples: { code: { summary: 'A code', value: { code: '492039' } } },
  replies: {
    200: {
      description: 'The member is signed in.',
      schema: namedObject('EmailSignedInReply', {
        status: successField,
        message: textReply('A message for people.', 'You are signed in.'),
        person: PersonWire,
        session: SessionWire,
      }),
      examples: {
        member: successExample('A member', 'You are signed in.', {
          person: memberExample,
          session: { ...sessionExample, method: 'email_totp' },
        }),
      },
    },
  },
  refusals: ['email_link_ended', 'code_refused', 'rate_limited', 'origin_refused', 'internal', 'unavailable'],
}

export const askToRecoverOperation: Operation = {
  id: 'askToRecover',
  tag: 'Invitations',
  summary: 'Ask for a link to enrol again',
  description:
    'Mails a link to the member with this address, if they had a passkey before. The answer is the same for every address. The link is an invitation that works once, for an hour. Operators are invited again by other operators.',
  requestExamples: address,
  replies: {
    200: {
      description: 'The same for every address.',
      schema: AskedReply,
      examples: {
        asked: successExample(
          'Asked',
          'If this address belongs to a member, a link to enrol again is on its way to it.',
          {},
        ),
      },
    },
  },
  refusals: ['email_invalid', 'rate_limited', 'origin_refused', 'internal', 'unavailable'],
}
