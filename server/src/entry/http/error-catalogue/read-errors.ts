import type { ErrorEntries } from './error-entry.ts'

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
