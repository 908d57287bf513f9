import type { FaultName } from '../faults/catalogue.ts'

/** `otp` waits for a code that nobody types, and is `abandoned` after half an hour. */
export type PayoutStatus = 'otp' | 'pending' | 'success' | 'failed' | 'reversed' | 'abandoned'

/** Money that a beneficiary got, as it really was. */
type Arrival = Readonly<{ at: number; kobo: bigint; takenBackAt?: number }>

/** One order to pay, with all that became of it. */
export type Payout = Readonly<{
  id: string
  seq: number
  /** The number of the account of ours that pays. */
  account: string
  /** The merchant's. */
  reference: string
  /** The vendor's own name of it: what its ledger knows it by. */
  vendorId: string
  kobo: bigint
  /** Booked when it succeeds, and kept when it is reversed. */
  fee: bigint
  bank: string
  number: string
  name: string
  narration: string
  status: PayoutStatus
  sessionId: string
  /** Of the national rail, where it failed. */
  code?: string
  createdAt: number
  updatedAt: number
  /** From when a requery knows of it. */
  requeryFrom: number
  /** Lines on our account, in the order of booking. */
  lines: readonly string[]
  arrivals: readonly Arrival[]
  faults: ReadonlyArray<Readonly<{ fault: FaultName; seconds: number }>>
}>

/** What is still to happen with a payout. */
export type PayoutStep = 'succeed' | 'fail' | 'give_back' | 'reverse' | 'debit_again' | 'abandon'
