import { onlyPage } from '../list-query.ts'
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
  summary: 'Create an endpoint',
  description: `Sends new events to this URL, signed as [Standard Webhooks](https://www.standardwebhooks.com) specifies. Only this reply contains the secret. If you send an \`Idempotency-Key\`, the same request returns the same reply for 24 hours. A business can have 20 endpoints in each mode. Needs a key with the scope \`webhooks\`, which a key has only if it was requested by name.

Respond with 2xx within ten seconds. We retry anything else for three days. Events you miss remain in the feed.`,
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
        'The endpoint was created. Store the secret: we do not show it again.',
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
  summary: 'List endpoints',
  description: 'The endpoints of your business in this mode.',
  replies: {
    200: {
      description: 'The endpoints.',
      schema: EndpointsReply,
      examples: told('1 endpoint.', { endpoints: [endpointExample], ...onlyPage }, 'One endpoint'),
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
  200: { description: 'The endpoint.', schema: EndpointReply, examples: told(message) },
})

export const readEndpointOperation: Operation = {
  ...ofOne,
  id: 'readWebhookEndpoint',
  summary: 'Read an endpoint',
  description: 'Its state, pending deliveries, active secrets and recent history.',
  replies: reply('The endpoint is active.'),
}

export const changeEndpointOperation: Operation = {
  ...ofOne,
  id: 'updateWebhookEndpoint',
  summary: 'Update an endpoint',
  description: 'Fields that you omit stay unchanged. Pending events are sent to the new URL.',
  requestExamples: { events: { summary: 'Other events', value: { events: ['buy.*'] } } },
  replies: reply('The endpoint was updated.'),
  refusals: [...ofOne.refusals, 'webhook_url_refused', 'webhook_endpoint_exists', 'event_type_unknown'],
}

export const pauseEndpointOperation: Operation = {
  ...ofOne,
  id: 'pauseWebhookEndpoint',
  summary: 'Pause an endpoint',
  description: 'Holds all events until you resume the endpoint. No event is lost.',
  replies: {
    200: {
      description: 'The updated endpoint.',
      schema: EndpointReply,
      examples: told('The endpoint is paused. Events are held.', {
        endpoint: { ...endpointExample, state: 'paused' },
      }),
    },
  },
}

export const resumeEndpointOperation: Operation = {
  ...ofOne,
  id: 'resumeWebhookEndpoint',
  summary: 'Resume an endpoint',
  description:
    'After a pause, after a key that opened or changed the endpoint was revoked, or after we disabled the endpoint. The held events are sent, oldest first.',
  replies: reply('The endpoint is active. Held events are being sent.'),
}

export const removeEndpointOperation: Operation = {
  ...ofOne,
  id: 'removeWebhookEndpoint',
  summary: 'Remove an endpoint',
  description: 'Stops all deliveries to the endpoint and drops its pending ones. You cannot undo this.',
  replies: reply('The endpoint was removed.'),
}

export const rotateSecretOperation: Operation = {
  ...ofOne,
  id: 'rotateWebhookSecret',
  summary: 'Rotate the secret of an endpoint',
  description:
    'Creates a new secret. Only this reply contains it. The previous secret also signs for `overlap_hours`, so that your receiver can switch without missing an event. At most two secrets sign at once.',
  requestExamples: { a_day: { summary: 'Both secrets for a day', value: { overlap_hours: 24 } } },
  replies: {
    200: {
      description: 'The endpoint, with its new secret.',
      schema: EndpointSecretReply,
      examples: told(
        'Both secrets sign until 2026-11-16T09:00:00.000Z. Store the new one: we do not show it again.',
        { endpoint: endpointExample, secret: secretExample },
        'Rotated',
      ),
    },
  },
}
