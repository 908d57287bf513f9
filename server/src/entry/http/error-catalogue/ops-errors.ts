import type { ErrorEntries } from './error-entry.ts'

export const caseErrors = {
  operator_key_missing: {
    status: 401,
    meaning: 'The command does not know who you are.',
    fix: 'Set `AFARA_OPERATOR_KEY` to your own key.',
  },
  operator_key_invalid: {
    status: 401,
    meaning: 'Not an operator key of this cell, or not all of it.',
    fix: 'Copy it whole; it begins with `ops_`.',
  },
  operator_key_unknown: {
    status: 401,
    meaning: 'No operator has this key.',
    fix: 'Make a new one: `npm run admin -- operator key`.',
  },
  operator_key_revoked: {
    status: 401,
    meaning: 'This operator key was ended.',
    fix: 'Use the newer one, or make one.',
  },
  case_unknown: {
    status: 404,
    meaning: 'There is no such case.',
    fix: 'Copy its id from `afara ops cases`.',
  },
  case_resolved: {
    status: 409,
    meaning: 'The case is decided, and nothing can be added to it.',
    fix: 'Read it with `afara ops show`.',
  },
  case_moved: {
    status: 409,
    meaning: 'Somebody else, or the matching, has changed the case since you read it.',
    fix: 'Look at it again, then decide.',
  },
  proposal_waiting: {
    status: 409,
    meaning: 'A proposal waits for its approval.',
    fix: 'Approve or decline it first.',
  },
  proposal_missing: {
    status: 409,
    meaning: 'Nothing waits for approval, or nothing was suggested.',
    fix: 'Propose something first.',
  },
  proposal_stale: {
    status: 409,
    meaning: 'The money has moved since this was proposed.',
    fix: 'Decline it, look again, and propose anew.',
  },
  resolution_invalid: {
    status: 422,
    meaning: 'This cannot be decided about this case.',
    fix: 'Choose one of those that `afara ops show` lists.',
  },
  return_destination_unproved: {
    status: 409,
    meaning: "The bank's record does not show a whole account number to return to.",
    fix: 'Import the statement that shows it, or keep the money until the payer is known.',
  },
} as const satisfies ErrorEntries

export const statementErrors = {
  statement_unreadable: {
    status: 422,
    meaning: 'The file is not an export of this profile, or not a whole one.',
    fix: 'Export it again as the bank offers it, and name the right profile.',
  },
  statement_does_not_add_up: {
    status: 422,
    meaning: 'Opening balance, credits and debits do not lead to the closing balance. Nothing was taken.',
    fix: 'Export it again. If the bank itself is wrong, the message names the row to ask about.',
  },
  statement_days_doubtful: {
    status: 422,
    meaning: 'Day and month may be swapped: the days contradict each other, or nothing shows which is which.',
    fix: 'Say which days you asked the bank for. If they contradict each other, export the file again.',
  },
  statement_of_another_account: {
    status: 422,
    meaning: 'The file names another account than the one it was to be imported for.',
    fix: 'Name the account whose number the file has.',
  },
  statement_profile_unknown: {
    status: 422,
    meaning: 'There is no such profile.',
    fix: 'The message lists the profiles.',
  },
  statement_already_imported: {
    status: 409,
    meaning: 'This very file was imported before. Nothing was done.',
    fix: 'Nothing has to be done. The message says when it was.',
  },
} as const satisfies ErrorEntries

export const laneErrors = {
  lane_exists: {
    status: 409,
    meaning: 'A lane with this number, or with this address, is open on the network already.',
    fix: 'Choose another number, or look at it with `afara ops lanes`.',
  },
  lane_unknown: {
    status: 404,
    meaning: 'There is no such lane.',
    fix: 'Copy its name from `afara ops lanes`.',
  },
  chain_unknown: {
    status: 404,
    meaning: 'No deposits are watched on this network.',
    fix: 'Give the network an address and a deposit factory in the settings of the worker.',
  },
  lane_move_refused: {
    status: 409,
    meaning: 'The lane is not in a state in which this can be done.',
    fix: 'Look at it with `afara ops lanes`.',
  },
  lane_not_funded: {
    status: 409,
    meaning:
      'The chain does not show so much in the wallet that the books could be topped up by it, or was not read within the last minute.',
    fix: 'Bring it to the wallet first, wait until all that is out has arrived, and look with `afara ops lanes`.',
  },
} as const satisfies ErrorEntries

export const payoutAccountErrors = {
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
