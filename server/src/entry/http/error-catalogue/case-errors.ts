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
