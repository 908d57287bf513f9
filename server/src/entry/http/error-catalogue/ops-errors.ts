import type { ErrorEntries } from './error-entry.ts'

export const caseErrors = {
  case_unknown: {
    status: 404,
    meaning: 'No case has this id.',
    fix: 'Copy the id from `afara ops cases`.',
  },
  case_resolved: {
    status: 409,
    meaning: 'The case is closed.',
    fix: 'Read the decision with `afara ops show`.',
  },
  case_moved: {
    status: 409,
    meaning: 'The case changed after you read it.',
    fix: 'Read the case again, then decide.',
  },
  proposal_waiting: {
    status: 409,
    meaning: 'A proposal is waiting for approval.',
    fix: 'Approve or decline the proposal first.',
  },
  proposal_missing: {
    status: 409,
    meaning: 'No proposal is waiting for approval.',
    fix: 'Propose a decision first.',
  },
  proposal_stale: {
    status: 409,
    meaning: 'The money moved after this decision was proposed.',
    fix: 'Decline the proposal, read the case again and propose again.',
  },
  resolution_invalid: {
    status: 422,
    meaning: 'The decision is not allowed for this case.',
    fix: 'Choose a decision that `afara ops show` lists.',
  },
  return_destination_unproved: {
    status: 409,
    meaning: 'The bank’s record does not show the full account number to refund.',
    fix: 'Import a statement that shows the payer’s full account number, or keep the money until the payer is known.',
  },
  standing_exceeded: {
    status: 409,
    meaning: 'The standing decision does not cover this decision, or is no longer in force.',
    fix: 'Propose it without `--under`. Two operators then decide it.',
  },
} as const satisfies ErrorEntries

export const statementErrors = {
  statement_unreadable: {
    status: 422,
    meaning: 'The file is not a complete export of this profile.',
    fix: 'Export the file again, and name the right profile.',
  },
  statement_does_not_add_up: {
    status: 422,
    meaning:
      'Opening balance, credits and debits do not add up to the closing balance. Nothing was imported.',
    fix: 'Export the file again. If the error is the bank’s, ask it about the row that the message names.',
  },
  statement_days_doubtful: {
    status: 422,
    meaning: 'Day and month may be swapped: the dates contradict each other or are ambiguous.',
    fix: 'Pass the period of the export. If the dates contradict each other, export again.',
  },
  statement_of_another_account: {
    status: 422,
    meaning: 'The file is for another account.',
    fix: 'Name the account whose number is in the file.',
  },
  statement_profile_unknown: {
    status: 422,
    meaning: 'The profile does not exist.',
    fix: 'The message lists the profiles.',
  },
  statement_already_imported: {
    status: 409,
    meaning: 'This file was imported before. Nothing was done.',
    fix: 'Do nothing.',
  },
} as const satisfies ErrorEntries

export const laneErrors = {
  lane_unknown: {
    status: 404,
    meaning: 'No such lane.',
    fix: 'Copy the name from `afara ops lanes`.',
  },
  chain_unknown: {
    status: 404,
    meaning: 'Deposits are not enabled on this network.',
    fix: 'Set the network’s URL and deposit settings for the worker.',
  },
  lane_move_refused: {
    status: 409,
    meaning: 'The lane’s state does not allow this.',
    fix: 'Read the lane’s state with `afara ops lanes`.',
  },
  lane_not_funded: {
    status: 409,
    meaning:
      'The chain shows too little in the wallet for this top-up, or was not read in the last four minutes.',
    fix: 'Fund the wallet, wait until all outgoing transfers are final, and check `afara ops lanes`.',
  },
} as const satisfies ErrorEntries

export const payoutAccountErrors = {
  payout_account_unknown: {
    status: 404,
    meaning: 'No such payout account.',
    fix: 'Copy the name from `afara ops payout-accounts`.',
  },
  payout_account_move_refused: {
    status: 409,
    meaning: 'The payout account’s state does not allow this.',
    fix: 'Read the account’s state with `afara ops payout-accounts`.',
  },
} as const satisfies ErrorEntries

export const ledgerErrors = {
  insufficient_funds: {
    status: 422,
    meaning: 'An account that must not be negative would fall below zero.',
    fix: 'Add funds or reduce the amount.',
  },
  mode_mismatch: {
    status: 422,
    meaning: 'The entry and its transaction are in different modes.',
    fix: 'This is an error in Afara. Report it.',
  },
  posting_malformed: {
    status: 422,
    meaning:
      'A posting debits and credits the same account, or accounts that do not allow it; or the entry has no posting.',
    fix: 'This is an error in Afara. Report it.',
  },
  posting_undeclared: {
    status: 422,
    meaning: 'No step of the service makes this posting.',
    fix: 'This is an error in Afara. Report it.',
  },
  clearing_not_square: {
    status: 422,
    meaning: 'The entry would leave a balance in `clearing`.',
    fix: 'This is an error in Afara. Report it.',
  },
  not_reversible: {
    status: 409,
    meaning: 'The entry does not exist, or is itself a reversal.',
    fix: 'Reverse the original entry. To undo a reversal, post the entry again.',
  },
  already_reversed: {
    status: 409,
    meaning: 'The entry was reversed before.',
    fix: 'Do nothing. The entry is already reversed.',
  },
  day_not_closed: {
    status: 409,
    meaning: 'The day is not closed: it has not ended, or the books and the outside records differ.',
    fix: 'Check `afara ops reconciliation` and the cases `reconciliation_differs`. A worker closes the day when everything agrees.',
  },
  day_signed_off: {
    status: 409,
    meaning: 'Somebody signed off this day before.',
    fix: 'Do nothing. The console shows who signed it, and when.',
  },
} as const satisfies ErrorEntries
