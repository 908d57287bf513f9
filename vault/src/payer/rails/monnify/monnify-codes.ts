import type { Reading, Sent } from '../bank-rail.ts'
import { nipCodes } from '../nip-codes.ts'

type Refusal = Exclude<Sent['outcome'], 'accepted'>

/**
 * What Monnify refuses a disbursement with: codes of its own, and those of the rail behind it. Its 99 may mean anything, so that its
 * words decide. What is not here is unknown.
 */
export const monnifyRefusals: Readonly<Record<string, Refusal>> = {
  ...Object.fromEntries(
    Object.entries(nipCodes)
      .filter(([code]) => code !== '00')
      .map(([code, { send }]) => [code, send as Refusal]),
  ),
  // The same amount to the same account within two minutes, whatever the reference: nothing was made.
  D07: 'rejected',
}

export const monnifyRefusalWords: ReadonlyArray<readonly [RegExp, Refusal]> = [
  [/duplicate.*reference|reference.*(?:duplicate|already (?:exists|used|in use))/i, 'exists'],
  [/insufficient (?:balance|funds)/i, 'rejected'],
  [/invalid (?:destination |source )?(?:account|bank)/i, 'rejected'],
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

export const monnifyNotFoundWords =
  /could not find|cannot find|not found|no (?:transaction|disbursement|transfer) matching|does not exist/i
