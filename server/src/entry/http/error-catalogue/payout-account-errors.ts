import type { ErrorEntries } from './error-entry.ts'

export const payoutAccountErrors = {
  payouts_short: {
    status: 422,
    meaning: 'More than we could pay out now. No tokens were taken.',
    fix: 'Sell less, or try again in an hour.',
  },
  payout_account_exists: {
    status: 409,
    meaning: 'A payout account with this name is open at the vendor already.',
    fix: 'Choose another name, or look at it with `afara ops payout-accounts`.',
  },
  payout_account_unknown: {
    status: 404,
    meaning: 'There is no such payout account.',
    fix: 'Copy its name from `afara ops payout-accounts`.',
  },
  payout_account_move_refused: {
    status: 409,
    meaning: 'The payout account is not in a state in which this can be done.',
    fix: 'Look at it with `afara ops payout-accounts`.',
  },
} as const satisfies ErrorEntries
