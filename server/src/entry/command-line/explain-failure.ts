import { Refusal } from '../../kernel/refusal.ts'

/** What went wrong, and what to do next, for a person at a terminal. */
export function explainFailure(error: unknown): string {
  if (error instanceof Refusal) return `Refused (${error.code}): ${error.message}`
  const { code, message } = error as { code?: string; message: string }
  switch (code) {
    case 'ECONNREFUSED':
      return 'The database does not answer: start it with "npm run dev", or check DATABASE_URL_OWNER.'
    case '42P01':
    case '3F000':
      return `${message}: the database is not migrated yet; run "npm run admin -- migrate".`
    case '57014':
      return 'The database took too long, and nothing was changed: try again later. A statement: ask the bank for fewer days.'
    case '55P03':
      return 'Somebody else works on the same thing in this moment, and nothing was changed: try again in a minute.'
    default:
      // The connection may have been lost after the commit.
      return `Failed: ${message}. Look whether it was done before you try again.`
  }
}
