import type { Reading, Sent } from '../bank-rail.ts'

type Refusal = Exclude<Sent['outcome'], 'accepted'>

/**
 * The only documented code of Monnify: it refuses the same amount to the same account within two minutes, whatever the reference, and no
 * payment is made. Codes of the rail are in `nip-codes.ts`.
 */
export const monnifyRefusals: Readonly<Record<string, Refusal>> = { D07: 'rejected' }

/** For an undocumented code, the message decides. A message that matches nothing here means unknown. */
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

/** The rail's code for a payment that it does not find. */
export const monnifyNotFoundCode = '25'
export const monnifyNotFoundWords =
  /(?:could not|cannot) find|not found|there is no (?:transaction|disbursement|transfer)|does not exist/i
