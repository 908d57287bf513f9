import type { ErrorEntries } from './error-entry.ts'

export const webhookErrors = {
  webhook_endpoint_unknown: {
    status: 404,
    meaning: 'There is no such endpoint of your business in the mode of the key, or it was removed.',
    fix: 'List your endpoints and take an id from there.',
  },
  webhook_endpoint_exists: {
    status: 409,
    meaning: 'Another endpoint of yours has this URL: every event would be sent there twice.',
    fix: 'Update the endpoint that the message names, or remove it first.',
  },
  webhook_endpoints_too_many: {
    status: 422,
    meaning: 'Your business has as many endpoints in this mode as it may have.',
    fix: 'Remove one that you do not use.',
  },
  webhook_url_refused: {
    status: 422,
    meaning: 'We do not send to such a URL: it must be `https`, on a public name, without credentials.',
    fix: 'Give the address that the message asks for. To receive on a laptop, read the feed with `afara listen`.',
  },
  event_type_unknown: {
    status: 422,
    meaning: 'No event has this type, and no pattern looks like this.',
    fix: 'Use `*`, `buy.*`, `sell.*`, `withdrawal.*`, or a type from the page of events.',
  },
  event_unknown: {
    status: 404,
    meaning: 'There is no such event in the feed of your business in the mode of the key.',
    fix: 'Take `id` from the feed.',
  },
  resend_range_invalid: {
    status: 422,
    meaning:
      'It is not said which events to send: one by `event_id`, or a range of at most 10,000 by `from_number` and `to_number`.',
    fix: 'Give one or the other; ask for a longer range in parts.',
  },
} as const satisfies ErrorEntries
