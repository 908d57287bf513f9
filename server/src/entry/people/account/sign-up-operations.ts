import { Type } from 'typebox'
import { namedObject } from '../../http/object-schemas.ts'
import { type Operation, successExample } from '../../http/openapi/operation.ts'
import { successField, textReply } from '../../http/reply-fields.ts'
import { attestationExample, OptionsReply } from '../credential-wire.ts'
import { businessExample, creationOptionsExample, memberExample } from '../people-examples.ts'
import { BusinessWire, PersonWire } from '../people-wire.ts'
import { IssuedKeyWire, issuedKeyExample, message } from './account-wire.ts'

export const readLinkTagOperation: Operation = {
  id: 'readLinkTag',
  tag: 'Account',
  summary: 'Ask whether a link tag is free',
  description: 'Ask while a person types. The link tag is reserved only by the sign-up.',
  parameters: { path: Type.Object({ link_tag: Type.String({ description: 'The link tag.' }) }) },
  replies: {
    200: {
      description: 'Whether it is free.',
      schema: namedObject('LinkTagReply', {
        status: successField,
        message,
        is_free: Type.Boolean({ description: 'Whether no business has it.', examples: [true] }),
      }),
      examples: { free: successExample('A free link tag', 'ada-foods is free.', { is_free: true }) },
    },
  },
  refusals: ['link_tag_invalid', 'rate_limited'],
}

const typedExample = {
  name: 'Ngozi Eze',
  email: 'ngozi@ada-foods.test',
  business_name: 'Ada Foods',
  link_tag: 'ada-foods',
}

export const requestSignUpOperation: Operation = {
  id: 'requestSignUp',
  tag: 'Account',
  summary: 'Start to sign up',
  description:
    'Checks what the person typed, and returns what a browser needs to create the passkey. Nothing is stored yet. The reply does not tell whether the email address has an account.',
  requestExamples: { person: { summary: 'A person and their business', value: typedExample } },
  replies: {
    200: {
      description: 'What the browser needs.',
      schema: namedObject('SignUpOptionsReply', {
        status: successField,
        message,
        sign_up_id: textReply('Send it back with the passkey.', 'mbr_01a1dcc264cc7ab5819881f76f5e96ba'),
        options: OptionsReply,
      }),
      examples: {
        options: successExample('Options', 'Create the passkey.', {
          sign_up_id: memberExample.person_id,
          options: creationOptionsExample,
        }),
      },
    },
  },
  refusals: ['name_invalid', 'email_invalid', 'link_tag_invalid', 'link_tag_taken', 'rate_limited'],
}

export const signUpOperation: Operation = {
  id: 'signUp',
  tag: 'Account',
  summary: 'Sign up',
  description:
    'Creates the person with their passkey, the business and its first test key in one step, and signs the person in. The business works in test mode at once. The person confirms the email address by a link that we mail; the business goes live only after that.',
  requestExamples: {
    person: {
      summary: 'With the new passkey',
      value: { ...typedExample, sign_up_id: memberExample.person_id, credential: attestationExample },
    },
  },
  replies: {
    200: {
      description: 'The business, and its first key. The secret is in this reply and nowhere else.',
      schema: namedObject('SignUpReply', {
        status: successField,
        message,
        person: PersonWire,
        business: BusinessWire,
        key: IssuedKeyWire,
      }),
      examples: {
        business: successExample('A new business', 'Welcome. Copy the key now. We do not show it again.', {
          person: { ...memberExample, is_email_confirmed: false },
          business: businessExample,
          key: issuedKeyExample,
        }),
      },
    },
  },
  refusals: [
    'name_invalid',
    'email_invalid',
    'link_tag_invalid',
    'link_tag_taken',
    'challenge_invalid',
    'passkey_refused',
    'passkey_exists',
    'rate_limited',
    'unavailable',
  ],
}

export const confirmEmailOperation: Operation = {
  id: 'confirmEmail',
  tag: 'Account',
  summary: 'Confirm an email address',
  description: 'With the token of the link that we mailed. Safe to repeat.',
  requestExamples: { token: { summary: 'A token', value: { token: 'cnf_…' } } },
  replies: {
    200: {
      description: 'The address is confirmed.',
      schema: namedObject('ConfirmationReply', {
        status: successField,
        message,
        email: textReply('The confirmed address.', 'ngozi@ada-foods.test'),
      }),
      examples: {
        confirmed: successExample('Confirmed', 'ngozi@ada-foods.test is confirmed.', {
          email: 'ngozi@ada-foods.test',
        }),
      },
    },
  },
  refusals: ['confirmation_unknown', 'email_taken', 'rate_limited'],
}

export const sendConfirmationOperation: Operation = {
  id: 'sendConfirmation',
  tag: 'Account',
  summary: 'Send the link again that confirms your address',
  description: 'At most five links in a day. Does nothing if your address is confirmed.',
  replies: {
    200: {
      description: 'We send the link.',
      schema: namedObject('SentReply', { status: successField, message }),
      examples: { sent: successExample('Sent', 'We sent a link to ngozi@ada-foods.test.', {}) },
    },
  },
  refusals: ['rate_limited', 'unavailable'],
}
