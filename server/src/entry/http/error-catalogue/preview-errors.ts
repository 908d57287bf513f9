import type { ErrorEntries } from './error-entry.ts'

export const previewErrors = {
  delivery_not_open: {
    status: 422,
    meaning: 'Nothing is sent on this network in this mode.',
    fix: 'Name a wallet on another network.',
  },
  delivery_stopped: {
    status: 422,
    meaning: 'Nothing is sent on this network, or for this business, at the moment.',
    fix: 'Try again later, name a wallet on another network, or ask us.',
  },
  delivery_short: {
    status: 422,
    meaning: 'We have fewer tokens ready on this network than this would take.',
    fix: 'Ask for less, name a wallet on another network, or try again in an hour.',
  },
  payouts_stopped: {
    status: 422,
    meaning: 'Nothing is paid out for this business at the moment.',
    fix: 'Try again later, or ask us.',
  },
  receipt_not_ready: {
    status: 409,
    meaning: 'There is a receipt for what is completed or refunded, and this is neither yet.',
    fix: 'Read its timeline, and ask again when it is over.',
  },
  trace_letter_not_possible: {
    status: 409,
    meaning: 'No bank can be asked about it: nothing of it was paid through one, or nothing yet.',
    fix: 'Its timeline says where the money is, and what it can be shown by.',
  },
} as const satisfies ErrorEntries
