import { type Examples, type Operation, successExample } from '../openapi/operation.ts'
import {
  EndpointPath,
  EndpointReply,
  EndpointSecretReply,
  EndpointsReply,
  endpointExample,
  secretExample,
} from './endpoint-wire.ts'

const told = (
  message: string,
  value: object = { endpoint: endpointExample },
  summary = 'Done',
): Examples => ({
  done: successExample(summary, message, value),
})

export const openEndpointOperation: Operation = {
  id: 'openWebhookEndpoint',
  tag: 'Webhooks',
  summary: 'Open an endpoint',
  description: `Events that happen from now on are sent to this URL, signed as [Standard Webhooks](https://www.standardwebhooks.com) says. The secret is in this answer and in no other. A business has at most 20 endpoints in a mode.

Answer 2xx within ten seconds; anything else is tried again for three days. What you miss is in the feed.`,
  requestExamples: {
    all: { summary: 'All events', value: { url: endpointExample.url } },
    some: {
      summary: 'Some events',
      value: { url: endpointExample.url, events: ['buy.*', 'sell.completed'], description: 'The shop' },
    },
  },
  replies: {
    200: {
      description: 'The endpoint, with its secret.',
      schema: EndpointSecretReply,
      examples: told(
        'The endpoint is open. Keep the secret: it is not shown again.',
        { endpoint: endpointExample, secret: secretExample },
        'Opened',
      ),
    },
  },
  refusals: [
    'webhook_url_refused',
    'webhook_endpoint_exists',
    'webhook_endpoints_too_many',
    'event_type_unknown',
  ],
}

export const listEndpointsOperation: Operation = {
  id: 'listWebhookEndpoints',
  tag: 'Webhooks',
  summary: 'List the endpoints',
  description: 'The endpoints of your business in the mode of the key.',
  replies: {
    200: {
      description: 'The endpoints.',
      schema: EndpointsReply,
      examples: told('1 endpoint.', { endpoints: [endpointExample] }, 'One endpoint'),
    },
  },
  refusals: [],
}

const ofOne = {
  tag: 'Webhooks',
  parameters: { path: EndpointPath },
  refusals: ['webhook_endpoint_unknown', 'not_found'],
} as const

const reply = (message: string) => ({
  200: { description: 'The endpoint as it is now.', schema: EndpointReply, examples: told(message) },
})

export const readEndpointOperation: Operation = {
  ...ofOne,
  id: 'readWebhookEndpoint',
  summary: 'Read an endpoint',
  description: 'How it is, what waits for it, which secrets sign, and what became of it.',
  replies: reply('The endpoint is active.'),
}

export const changeEndpointOperation: Operation = {
  ...ofOne,
  id: 'updateWebhookEndpoint',
  summary: 'Update an endpoint',
  description: 'What is not given stays as it is. What waits is sent to the new URL.',
  requestExamples: { events: { summary: 'Other events', value: { events: ['buy.*'] } } },
  replies: reply('The endpoint was updated.'),
  refusals: [...ofOne.refusals, 'webhook_url_refused', 'webhook_endpoint_exists', 'event_type_unknown'],
}

export const pauseEndpointOperation: Operation = {
  ...ofOne,
  id: 'pauseWebhookEndpoint',
  summary: 'Pause an endpoint',
  description: 'Nothing is sent until it is resumed, and nothing is lost.',
  replies: {
    200: {
      description: 'The endpoint as it is now.',
      schema: EndpointReply,
      examples: told('The endpoint is paused: events are kept.', {
        endpoint: { ...endpointExample, state: 'paused' },
      }),
    },
  },
}

export const resumeEndpointOperation: Operation = {
  ...ofOne,
  id: 'resumeWebhookEndpoint',
  summary: 'Resume an endpoint',
  description: 'After a pause, or after we disabled it: what was kept is sent, the oldest first.',
  replies: reply('The endpoint is active: what was kept is sent.'),
}

export const removeEndpointOperation: Operation = {
  ...ofOne,
  id: 'removeWebhookEndpoint',
  summary: 'Remove an endpoint',
  description:
    'Nothing is sent there any more, and what waits for it is given up. It cannot be brought back.',
  replies: reply('The endpoint was removed.'),
}

export const rotateSecretOperation: Operation = {
  ...ofOne,
  id: 'rotateWebhookSecret',
  summary: 'Rotate the secret of an endpoint',
  description:
    'Makes a new secret, which is in this answer and in no other. The one before signs beside it for `overlap_hours`, so that a receiver can change over without missing anything; two at most sign at once.',
  requestExamples: { a_day: { summary: 'Both for a day', value: { overlap_hours: 24 } } },
  replies: {
    200: {
      description: 'The endpoint, with its new secret.',
      schema: EndpointSecretReply,
      examples: told(
        'Both secrets sign until 2026-11-16T09:00:00.000Z. Keep the new one: it is not shown again.',
        { endpoint: endpointExample, secret: secretExample },
        'Rotated',
      ),
    },
  },
}
