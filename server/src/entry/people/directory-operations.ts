import { Type } from 'typebox'
import { namedObject } from '../http/object-schemas.ts'
import { type Operation, successExample } from '../http/openapi/operation.ts'
import { successField, textReply } from '../http/reply-fields.ts'
import { businessExample, memberExample, operatorExample } from './people-examples.ts'
import { ApiKeyWire, BusinessWire, OperatorWire, PersonWire } from './people-wire.ts'

const message = textReply('A message for people.', '2 businesses.')

export const readMeOperation: Operation = {
  id: 'readMe',
  tag: 'Directory',
  summary: 'Read yourself',
  description: 'Who you are, and your roles.',
  replies: {
    200: {
      description: 'You.',
      schema: namedObject('MeReply', { status: successField, message, person: PersonWire }),
      examples: {
        operator: successExample('An operator', 'You are Bisi Adeyemi.', { person: operatorExample }),
        member: successExample('A member', 'You are Ngozi Eze.', { person: memberExample }),
      },
    },
  },
  refusals: [],
}

export const listOperatorsOperation: Operation = {
  id: 'listOperators',
  tag: 'Directory',
  summary: 'List the operators',
  description: 'All operators with their roles, oldest first. For operators only.',
  replies: {
    200: {
      description: 'The operators.',
      schema: namedObject('OperatorsReply', {
        status: successField,
        message,
        operators: Type.Array(OperatorWire, { description: 'Oldest first.' }),
      }),
      examples: {
        one: successExample('One operator', '1 operator.', {
          operators: [
            {
              operator_id: operatorExample.person_id,
              email: operatorExample.email,
              name: operatorExample.name,
              status: 'active',
              roles: operatorExample.roles,
              passkeys: 2,
            },
          ],
        }),
      },
    },
  },
  refusals: [],
}

export const listBusinessesOperation: Operation = {
  id: 'listBusinesses',
  tag: 'Directory',
  summary: 'List the businesses',
  description: 'All businesses for an operator; their own for a member.',
  replies: {
    200: {
      description: 'The businesses.',
      schema: namedObject('BusinessesReply', {
        status: successField,
        message,
        businesses: Type.Array(BusinessWire, { description: 'By name.' }),
      }),
      examples: {
        one: successExample('One business', '1 business.', { businesses: [businessExample] }),
      },
    },
  },
  refusals: [],
}

export const listKeysOperation: Operation = {
  id: 'listKeys',
  tag: 'Directory',
  summary: 'List the API keys of a business',
  description: 'The keys in both modes, newest first. No secret can be read.',
  parameters: {
    path: Type.Object({ business_id: Type.String({ description: 'The id of the business (biz_…).' }) }),
  },
  replies: {
    200: {
      description: 'The keys.',
      schema: namedObject('KeysReply', {
        status: successField,
        message,
        keys: Type.Array(ApiKeyWire, { description: 'Newest first.' }),
      }),
      examples: {
        one: successExample('One key', '1 key.', {
          keys: [
            {
              key_id: 'key_01a1dcc264cc7ab5819881f76f5e96ba',
              mode: 'test',
              label: 'checkout',
              scopes: ['read', 'buy'],
              networks: [],
              requests_per_window: 500,
              created_at: '2026-11-01T08:00:00.000Z',
              last_used_at: null,
              expires_at: null,
              revoked_at: null,
            },
          ],
        }),
      },
    },
  },
  refusals: ['business_unknown'],
}
