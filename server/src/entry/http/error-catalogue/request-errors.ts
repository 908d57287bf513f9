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
