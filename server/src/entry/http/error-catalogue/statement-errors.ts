import type { ErrorEntries } from './error-entry.ts'

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
