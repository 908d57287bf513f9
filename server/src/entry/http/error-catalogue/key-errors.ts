import type { ErrorEntries } from './error-entry.ts'

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
    meaning: 'We never issued this key, or to the admin command: there is no key with this id.',
    fix: 'Use a key that was issued to you. The admin command takes the id (`key_…`), not the secret.',
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
