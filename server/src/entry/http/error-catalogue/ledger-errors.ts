import type { ErrorEntries } from './error-entry.ts'

export const ledgerErrors = {
  insufficient_funds: {
    status: 422,
    meaning: 'An account with a floor would fall below zero.',
    fix: 'Add funds or ask for less.',
  },
  mode_mismatch: {
    status: 422,
    meaning: 'The transaction of an entry is not in the mode of the entry.',
    fix: 'Ours to mend.',
  },
  posting_malformed: {
    status: 422,
    meaning:
      'A posting is on accounts that cannot carry it, from an account to itself, or an entry has none.',
    fix: 'Ours to mend.',
  },
  clearing_not_square: {
    status: 422,
    meaning: 'An entry would leave something in `clearing`.',
    fix: 'Ours to mend.',
  },
  not_reversible: {
    status: 409,
    meaning: 'The entry does not exist or is a reversal itself.',
    fix: 'Reverse the original; post anew what was reversed by mistake.',
  },
  already_reversed: {
    status: 409,
    meaning: 'The entry was reversed before.',
    fix: 'Nothing: the reversal stands.',
  },
  day_not_closed: {
    status: 409,
    meaning: 'A day is not closed: it is not over, or the books and the world differ somewhere.',
    fix: 'Look with `afara ops reconciliation`, and at the cases `reconciliation_differs`. A worker closes the day when all agrees.',
  },
} as const satisfies ErrorEntries
