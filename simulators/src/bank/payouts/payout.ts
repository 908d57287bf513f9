import type { FaultName } from '../faults/catalogue.ts'

/**
 * `otp` waits for a code that is never entered, and becomes `abandoned` after half an hour. `rejected`: the merchant did not approve it.
 */
export type PayoutStatus = 'otp' | 'pending' | 'success' | 'failed' | 'reversed' | 'abandoned' | 'rejected'

/** Money that a beneficiary really received. */
type Arrival = Readonly<{ at: number; kobo: bigint; takenBackAt?: number }>

/** A payout order and its outcome. */
export type Payout = Readonly<{
  id: string
  seq: number
  /** The number of our paying account. */
  account: string
  /** The merchant's reference. */
  reference: string
  /** The vendor's own id, which its ledger uses. */
  vendorId: string
  kobo: bigint
  /** Booked when the payout succeeds. The vendor keeps it after a reversal. */
  fee: bigint
  bank: string
  number: string
  name: string
  narration: string
  status: PayoutStatus
  sessionId: string
  /** The code of the national rail, if it failed. */
  code?: string
  createdAt: number
  updatedAt: number
  /** Time from which a requery finds the payout. */
  requeryFrom: number
  /** The merchant's answers to the question whether to pay, as HTTP statuses; 0 is no answer. */
  approvals?: readonly number[]
  /** Lines on our account, in booking order. */
  lines: readonly string[]
  arrivals: readonly Arrival[]
  faults: ReadonlyArray<Readonly<{ fault: FaultName; seconds: number }>>
}>

/** A future step of a payout. */
export type PayoutStep =
  | 'succeed'
  | 'fail'
  | 'give_back'
  | 'reverse'
  | 'debit_again'
  | 'abandon'
  | 'give_up_asking'
