import type { ErrorEntries } from './error-entry.ts'

export const requestErrors = {
  not_found: {
    status: 404,
    meaning: 'There is nothing at this URL, or not with this method.',
    fix: 'Check the path and the method: another case or a slash at the end is another URL.',
  },
  malformed: {
    status: 400,
    meaning:
      'The request cannot be read: its body is not one JSON object in UTF-8 that names each field once, its headers are larger than 16 kB, or it is not HTTP.',
    fix: 'The message says which.',
  },
  body_too_large: {
    status: 413,
    meaning: 'The body is larger than 64 kB.',
    fix: 'No request needs as much: send its fields and nothing else.',
  },
  not_json: {
    status: 415,
    meaning: 'The body is not declared as JSON.',
    fix: 'Send the header `content-type: application/json`.',
  },
  field_required: {
    status: 422,
    meaning: 'A field is missing.',
    fix: 'Add the fields that `errors` names.',
  },
  field_unknown: {
    status: 422,
    meaning: 'The request has a field that it should not have.',
    fix: 'Check the spelling, or take it out: in a request about money nothing is ignored.',
  },
  field_type: {
    status: 422,
    meaning: 'A field is of the wrong type.',
    fix: 'Text is in quotes; an amount is a number or a decimal in quotes.',
  },
  field_invalid: {
    status: 422,
    meaning: 'A field breaks its rule.',
    fix: 'The message of that field in `errors` says what would fit.',
  },
  internal: {
    status: 500,
    meaning: 'Something failed on our side.',
    fix: 'Send it again with the same `reference` or `Idempotency-Key`. If it stays, quote the `request_id` to us.',
  },
  unavailable: {
    status: 503,
    meaning: 'We cannot answer right now, or cannot tell whether the request was recorded.',
    fix: 'Wait as `Retry-After` says and send the same request with the same `reference` or `Idempotency-Key`: it cannot be recorded twice.',
  },
  overloaded: {
    status: 503,
    meaning: 'More requests wait than we can take in. Nothing was recorded.',
    fix: 'Wait as `Retry-After` says and send it again.',
  },
} as const satisfies ErrorEntries

export const keyErrors = {
  key_missing: {
    status: 401,
    meaning: 'No key came with the request.',
    fix: 'Send it in the header `svc-sec-key`.',
  },
  key_malformed: {
    status: 401,
    meaning: 'The text is not a key.',
    fix: 'A key starts with `svc_live_` or `svc_test_`; copy it whole.',
  },
  key_mistyped: {
    status: 401,
    meaning: 'It has the shape of a key, but its checksum does not fit.',
    fix: 'Copy it again; a character is wrong or missing.',
  },
  key_wrong_cell: {
    status: 401,
    meaning: 'The key belongs to another cell.',
    fix: 'Use the base address of the cell that the message names.',
  },
  key_unknown: {
    status: 401,
    meaning: 'We never issued this key.',
    fix: 'Use a key that was issued to you.',
  },
  key_revoked: {
    status: 401,
    meaning: 'The key was ended.',
    fix: 'Use another, or ask for a new one.',
  },
  key_expired: {
    status: 401,
    meaning: 'The key was rotated and its overlap is over.',
    fix: 'Use its successor.',
  },
  ip_not_allowed: {
    status: 403,
    meaning: 'The key may not be used from this address.',
    fix: 'Call from a listed network, or have a key issued with yours.',
  },
  business_suspended: {
    status: 403,
    meaning: 'The business is suspended in this mode.',
    fix: 'Contact support.',
  },
  scope_missing: {
    status: 403,
    meaning: 'The key lacks the scope that this takes.',
    fix: 'The message names the scope: have a key issued with it. Selling from the balance takes `payouts` beside `sell`.',
  },
  test_mode_only: {
    status: 403,
    meaning: 'A drill was asked for with a live key.',
    fix: 'Use a test key.',
  },
  rate_limited: {
    status: 429,
    meaning: 'The key called too often in these ten seconds, or too many wrong keys came from this address.',
    fix: 'Wait as `Retry-After` says. `RateLimit` in every reply tells how much is left.',
  },
} as const satisfies ErrorEntries

export const readErrors = {
  cursor_invalid: {
    status: 422,
    meaning: '`after` is not the `next` of a page of this list.',
    fix: 'Give `next` back exactly as it came, or begin without `after`.',
  },
  export_too_large: {
    status: 422,
    meaning: 'More than 100,000 transactions fit, which is more than one file holds.',
    fix: 'Ask for less at a time: a month by `from` and `to`, or one `type` or `status`.',
  },
} as const satisfies ErrorEntries

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

export const sandboxErrors = {
  sandbox_only: {
    status: 403,
    meaning: 'The sandbox was asked for with a live key.',
    fix: 'Use a test key: nothing is simulated in live mode.',
  },
  scenario_unknown: {
    status: 404,
    meaning: 'There is no scenario of this name.',
    fix: 'Take one from `GET /sandbox/v1/scenarios`.',
  },
  sandbox_unavailable: {
    status: 503,
    meaning:
      'The simulated world does not answer, or what was asked for cannot be simulated here. A transaction that a scenario made by then is there all the same.',
    fix: 'The message says which. Try again in a minute under another `reference`, or name another network.',
  },
} as const satisfies ErrorEntries
