import type { ErrorEntries } from './error-entry.ts'

export const requestErrors = {
  not_found: {
    status: 404,
    meaning: 'This URL or method does not exist.',
    fix: 'Check path and method. Case and a trailing slash matter.',
  },
  malformed: {
    status: 400,
    meaning:
      'The body is not one JSON object in UTF-8, a field is repeated, the headers exceed 16 kB, or the request is not valid HTTP.',
    fix: 'The message says which.',
  },
  body_too_large: {
    status: 413,
    meaning: 'The body is larger than 64 kB, or 4 MB for a batch of payouts.',
    fix: 'Send only the fields of the request.',
  },
  not_json: {
    status: 415,
    meaning: 'The body is not declared as JSON.',
    fix: 'Send the header `content-type: application/json`. Only a batch of payouts may be `text/csv`.',
  },
  field_required: {
    status: 422,
    meaning: 'A required field is missing.',
    fix: 'Add the fields listed in `errors`.',
  },
  field_unknown: {
    status: 422,
    meaning: 'The request has an unknown field.',
    fix: 'Check the spelling, or remove the field.',
  },
  field_type: {
    status: 422,
    meaning: 'A field has the wrong type.',
    fix: 'Put text in quotes. An amount is a number, or a decimal in quotes.',
  },
  field_invalid: {
    status: 422,
    meaning: 'A field is not valid.',
    fix: 'Each message in `errors` says what the field must be.',
  },
  internal: {
    status: 500,
    meaning: 'Something failed on our side.',
    fix: 'Send it again with the same `reference` or `Idempotency-Key`. If it fails again, quote the `request_id` to us.',
  },
  unavailable: {
    status: 503,
    meaning: 'We cannot answer now, or cannot tell whether the request was recorded.',
    fix: 'Wait for the seconds in `Retry-After`, then send the same request. With the same `reference` or `Idempotency-Key` it cannot be recorded twice.',
  },
  overloaded: {
    status: 503,
    meaning: 'The service is overloaded. Nothing was recorded.',
    fix: 'Wait for the seconds in `Retry-After`, then send it again.',
  },
} as const satisfies ErrorEntries

export const keyErrors = {
  key_missing: {
    status: 401,
    meaning: 'The request has no key.',
    fix: 'Send your key in the header `svc-sec-key`.',
  },
  key_malformed: {
    status: 401,
    meaning: 'The header does not hold a key.',
    fix: 'Copy the whole key. It starts with `svc_live_` or `svc_test_`.',
  },
  key_mistyped: {
    status: 401,
    meaning: 'The checksum of the key is wrong.',
    fix: 'Copy the key again. A character is wrong or missing.',
  },
  key_wrong_cell: {
    status: 401,
    meaning: 'The key belongs to another cell.',
    fix: 'Use the base URL of the cell that the message names.',
  },
  key_unknown: {
    status: 401,
    meaning: 'The key does not exist.',
    fix: 'Use a key that was issued to you.',
  },
  key_revoked: {
    status: 401,
    meaning: 'The key was revoked.',
    fix: 'Use another key, or create a new one.',
  },
  key_expired: {
    status: 401,
    meaning: 'The key has expired.',
    fix: 'Use your newer key. If you have none, ask us for one.',
  },
  ip_not_allowed: {
    status: 403,
    meaning: 'The key cannot be used from this IP address.',
    fix: 'Call from an allowed network, or ask for a key that allows yours.',
  },
  business_suspended: {
    status: 403,
    meaning: 'The business is suspended in this mode.',
    fix: 'Contact support.',
  },
  scope_missing: {
    status: 403,
    meaning: 'The key lacks the required scope.',
    fix: 'Use a key with the scope that the message names. Selling from the balance needs `sell` and `payouts`.',
  },
  request_unsigned: {
    status: 401,
    meaning:
      'This business has a signing key, and the request takes money out of its balance without a signature.',
    fix: 'Sign the request with the private key of an API key that has a public key. The SDK and the CLI do it if you give them the private key.',
  },
  request_signature_invalid: {
    status: 401,
    meaning:
      'The signature is not of this request, is too old, or does not cover everything that it must cover.',
    fix: 'Do what the message says, and sign again. Each attempt may have a signature of its own, with the same Idempotency-Key.',
  },
  test_mode_only: {
    status: 403,
    meaning: 'Drills need a test key.',
    fix: 'Use a test key.',
  },
  rate_limited: {
    status: 429,
    meaning: 'The key exceeded its limit, or too many wrong keys came from this address.',
    fix: 'Wait for the seconds in `Retry-After`. The header `RateLimit` shows what remains.',
  },
} as const satisfies ErrorEntries

export const readErrors = {
  cursor_invalid: {
    status: 422,
    meaning: '`after` is not a valid `next` value of this list.',
    fix: 'Send `next` unchanged, or omit `after` to start again.',
  },
  export_too_large: {
    status: 422,
    meaning: 'More than 100,000 transactions match, the maximum for one file.',
    fix: 'Use `from` and `to`, or one `type` or `status`.',
  },
} as const satisfies ErrorEntries

export const webhookErrors = {
  webhook_endpoint_unknown: {
    status: 404,
    meaning: 'No endpoint of your business in this mode has this id, or it was removed.',
    fix: 'List your endpoints and copy an id.',
  },
  webhook_endpoint_exists: {
    status: 409,
    meaning: 'Another endpoint of yours has this URL. Every event would be sent there twice.',
    fix: 'Update or remove the endpoint that the message names.',
  },
  webhook_endpoints_too_many: {
    status: 422,
    meaning: 'Your business has the maximum number of endpoints in this mode.',
    fix: 'Remove an endpoint that you do not use.',
  },
  webhook_url_refused: {
    status: 422,
    meaning: 'The endpoint URL is not allowed: it must be `https`, on a public host, without credentials.',
    fix: 'Use a URL as the message says. On a laptop, use `afara listen`.',
  },
  event_type_unknown: {
    status: 422,
    meaning: 'The event type or pattern does not exist.',
    fix: 'Use `*`, `buy.*`, `sell.*`, `withdrawal.*`, or a type from the event reference.',
  },
  event_unknown: {
    status: 404,
    meaning: 'No event of your business in this mode has this id.',
    fix: 'Copy the `id` from the feed.',
  },
  resend_range_invalid: {
    status: 422,
    meaning: 'The request names neither one event nor a range of at most 10,000.',
    fix: 'Send `event_id`, or `from_number` and `to_number`. Split a longer range.',
  },
} as const satisfies ErrorEntries

export const sandboxErrors = {
  sandbox_only: {
    status: 403,
    meaning: 'The sandbox needs a test key.',
    fix: 'Use a test key.',
  },
  scenario_unknown: {
    status: 404,
    meaning: 'No scenario has this name.',
    fix: 'Choose one from `GET /sandbox/v1/scenarios`.',
  },
  sandbox_unavailable: {
    status: 503,
    meaning:
      'The sandbox does not respond, or cannot simulate this. A transaction that was already created remains.',
    fix: 'The message says which. Try again in a minute with another `reference`, or use another network.',
  },
} as const satisfies ErrorEntries
