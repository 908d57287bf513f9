import type { Reading, Sent } from '../bank-rail.ts'

type Refusal = Exclude<Sent['outcome'], 'accepted'>

/**
 * The one code of Monnify's own that a document explains: the same amount to the same account within two minutes is refused, whatever the
 * reference, and nothing was made. Codes of the rail are in `nip-codes.ts`.
 */
export const monnifyRefusals: Readonly<Record<string, Refusal>> = { D07: 'rejected' }

/** With a code that nobody explains, its words decide. What is not here is unknown. */
export const monnifyRefusalWords: ReadonlyArray<readonly [RegExp, Refusal]> = [
  [/duplicate.*reference|reference.*(?:duplicate|already (?:exists|used|in use))/i, 'exists'],
  [/insufficient (?:balance|funds)/i, 'rejected'],
  [/invalid (?:destination |source )?(?:account|bank|amount)/i, 'rejected'],
  [/not permitted to make disbursements/i, 'rejected'],
  [/account name does not match/i, 'rejected'],
]

export const monnifyStatuses: Readonly<Record<string, Reading['kind']>> = {
  PENDING: 'pending',
  AWAITING_PROCESSING: 'pending',
  IN_PROGRESS: 'pending',
  PENDING_AUTHORIZATION: 'needs_otp',
  PENDING_BATCH_AUTHORIZATION: 'needs_otp',
  OTP_EMAIL_DISPATCH_FAILED: 'needs_otp',
  SUCCESS: 'success',
  COMPLETED: 'success',
  FAILED: 'failed',
  EXPIRED: 'failed',
  REVERSED: 'reversed',
}

/** What the rail says where it finds nothing. */
export const monnifyNotFoundCode = '25'
export const monnifyNotFoundWords =
  /(?:could not|cannot) find|not found|there is no (?:transaction|disbursement|transfer)|does not exist/i
