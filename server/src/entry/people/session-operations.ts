import { Type } from 'typebox'
import { namedObject } from '../http/object-schemas.ts'
import { type Operation, successExample } from '../http/openapi/operation.ts'
import { successField, textReply } from '../http/reply-fields.ts'
import { assertionExample, OptionsReply } from './credential-wire.ts'
import { operatorExample, sessionExample } from './people-examples.ts'
import { PersonWire, SessionWire } from './people-wire.ts'

const message = textReply('A message for people.', 'You are signed in.')

const SignInOptionsReply = namedObject('SignInOptionsReply', {
  status: successField,
  message,
  options: OptionsReply,
})

export const requestSignInOperation: Operation = {
  id: 'requestSignIn',
  tag: 'Sessions',
  summary: 'Begin to sign in',
  description:
    'Returns the options for `navigator.credentials.get()`. They name no person: the passkey does. The challenge works once, within five minutes.',
  replies: {
    200: {
      description: 'The options.',
      schema: SignInOptionsReply,
      examples: {
        options: successExample('Options', 'Answer with your passkey.', {
          options: {
            challenge: 'q83vEjRWeJA',
            timeout: 300_000,
            rpId: 'people.afara.test',
            userVerification: 'required',
          },
        }),
      },
    },
  },
  refusals: ['rate_limited', 'origin_refused', 'internal', 'unavailable'],
}

const SignedInReply = namedObject('SignedInReply', {
  status: successField,
  message,
  person: PersonWire,
  session: SessionWire,
  token: Type.Optional(
    Type.String({
      description: 'Only for a terminal, and shown once. Send it as `Authorization: Bearer`.',
      examples: ['afs_…'],
    }),
  ),
})

export const signInOperation: Operation = {
  id: 'signIn',
  tag: 'Sessions',
  summary: 'Sign in with a passkey',
  description:
    'Verifies the answer of the passkey and starts a session. A browser gets a cookie that scripts cannot read; a terminal gets the token in the reply. The person must unlock the passkey (user verification).',
  requestExamples: {
    browser: {
      summary: 'From a browser',
      value: { client: 'browser', credential: assertionExample },
    },
  },
  replies: {
    200: {
      description: 'The person is signed in.',
      schema: SignedInReply,
      examples: {
        browser: successExample('A browser', 'You are signed in.', {
          person: operatorExample,
          session: sessionExample,
        }),
      },
    },
  },
  refusals: [
    'rate_limited',
    'origin_refused',
    'challenge_invalid',
    'passkey_unknown',
    'passkey_refused',
    'passkey_revoked',
    'passkey_copied',
    'person_disabled',
    'internal',
    'unavailable',
  ],
}

const CurrentReply = namedObject('CurrentSessionReply', {
  status: successField,
  message,
  person: PersonWire,
  session: SessionWire,
})

export const readSessionOperation: Operation = {
  id: 'readSession',
  tag: 'Sessions',
  summary: 'Read the current session',
  description: 'The person and the session that sent the request.',
  replies: {
    200: {
      description: 'The session.',
      schema: CurrentReply,
      examples: {
        current: successExample('Signed in', 'You are signed in.', {
          person: operatorExample,
          session: sessionExample,
        }),
      },
    },
  },
  refusals: [],
}

export const listSessionsOperation: Operation = {
  id: 'listSessions',
  tag: 'Sessions',
  summary: 'List your sessions',
  description: 'All of your sessions that still work, newest first.',
  replies: {
    200: {
      description: 'The sessions.',
      schema: namedObject('SessionsReply', {
        status: successField,
        message,
        sessions: Type.Array(SessionWire, { description: 'Newest first.' }),
      }),
      examples: {
        one: successExample('One session', '1 session.', { sessions: [sessionExample] }),
      },
    },
  },
  refusals: [],
}

export const revokeSessionOperation: Operation = {
  id: 'revokeSession',
  tag: 'Sessions',
  summary: 'End a session',
  description:
    'Ends one of your sessions everywhere within five seconds. Ending the current session signs you out.',
  parameters: {
    path: Type.Object({ session_id: Type.String({ description: 'The id of the session (ses_…).' }) }),
  },
  replies: {
    200: {
      description: 'The session is ended.',
      schema: namedObject('SessionEndedReply', { status: successField, message }),
      examples: { ended: successExample('Ended', 'The session is ended.', {}) },
    },
  },
  refusals: ['session_id_unknown'],
}
