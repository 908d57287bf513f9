import type { ErrorEntries } from './error-entry.ts'

export const bankErrors = {
  bank_unknown: {
    status: 422,
    meaning: 'No bank has this name or code.',
    fix: 'Choose from `suggestions` beside the error.',
  },
  bank_ambiguous: {
    status: 422,
    meaning: 'Several banks have this name.',
    fix: 'Give the code of the one you mean, from `suggestions` beside the error.',
  },
  name_enquiry_limit: {
    status: 429,
    meaning: 'The business has asked for as many names as it may in a minute, or in a day.',
    fix: 'Wait as `Retry-After` says. Ask when somebody is to be paid, and not for lists of accounts.',
  },
  unknown_vendor: {
    status: 422,
    meaning: 'No vendor account of ours has this name, number and bank together.',
    fix: 'Copy all three from the list of vendors, of the mode of your key.',
  },
  test_vendor_with_live_key: {
    status: 422,
    meaning: 'A test account was named with a live key.',
    fix: 'Name a live account, or use a test key.',
  },
} as const satisfies ErrorEntries

export const rateErrors = {
  rate_stale: {
    status: 503,
    meaning: 'There is no current rate: the last one has expired, and an old one is never passed off as new.',
    fix: 'Wait as `Retry-After` says and ask again.',
  },
} as const satisfies ErrorEntries
