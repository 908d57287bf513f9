import type { Mode } from '../../kernel/mode.ts'

/** The answer to an order. Only `rejected` and `refused` mean that no payment was made. Every other outcome is resolved by a requery. */
export type SendAnswer = Readonly<
  { payoutId: string } & (
    | { outcome: 'accepted'; vendorId: string | null; sessionId: string | null }
    /** The vendor proved that no payment was made. */
    | { outcome: 'rejected'; code: string; message: string }
    /** The reference already exists: the payment was sent before. */
    | { outcome: 'exists' }
    | { outcome: 'unknown'; why: 'timeout' | 'http' | 'unreadable' | 'code'; code: string | null }
    /** The payer process did not call the bank. */
    | { outcome: 'refused'; code: string; message: string }
  )
>

/** The bank has not answered yet. A repeated request returns the outcome. */
export type SendWaits = Readonly<{ payoutId: string; outcome: 'waiting' }>

/** A bank's answer to a requery about a reference. */
export type PayoutReading = Readonly<
  { payoutId: string; at: Date } & (
    | { kind: 'pending' | 'needs_otp' | 'not_found' | 'unavailable'; code: string | null }
    | {
        kind: 'success' | 'failed' | 'reversed'
        code: string | null
        amountMinor: bigint | null
        accountNumber: string | null
        bankCode: string | null
        sessionId: string | null
        vendorId: string | null
        feeMinor: bigint | null
      }
  )
>

/** The bank has not answered yet. A repeated requery returns its answer. */
export type ReadingWaits = Readonly<{ payoutId: string; kind: 'waiting' }>

/** One line of the vendor's own ledger of one of our accounts. */
export type PayoutLine = Readonly<{
  externalId: string
  at: Date
  direction: 'debit' | 'credit'
  amountMinor: bigint
  reference: string | null
  kind: 'payment' | 'return' | 'fee' | 'funding' | 'other'
}>

export type PayoutLines = Readonly<{ lines: readonly PayoutLine[]; cursor: string; isWhole: boolean }>

export type SendOrder = Readonly<{ payoutId: string; kind: 'first' | 'repeat' }>

/**
 * The process that may move naira. It traces each payout back to its money by itself and may refuse it. Throws PayerUnavailable when it
 * cannot be reached. After a send, that means that the outcome is unknown.
 */
export type PayoutRail = PayerJournal &
  Readonly<{
    /**
     * Calls the bank at most once for each order, however often it is requested before the bank answers. With `patienceMs`, orders without
     * an answer return `waiting` after that time. Without it, every order is answered.
     */
    send(
      orders: readonly SendOrder[],
      signal: AbortSignal,
      patienceMs?: number,
    ): Promise<ReadonlyArray<SendAnswer | SendWaits>>
    requery(
      payoutIds: readonly string[],
      signal: AbortSignal,
      patienceMs?: number,
    ): Promise<ReadonlyArray<PayoutReading | ReadingWaits>>
    balance(accountId: string, signal: AbortSignal): Promise<Readonly<{ availableMinor: bigint; at: Date }>>
    /** Returns the vendor's bookings after the cursor, oldest first. If not whole, there are more after the returned cursor. */
    lines(accountId: string, cursor: string | null, signal: AbortSignal): Promise<PayoutLines>
    /** Returns, for each account, the newest transfer that the payer process did not approve when its vendor asked. */
    refusedApprovals(signal: AbortSignal): Promise<readonly RefusedApproval[]>
  }>

/** A transfer that a vendor was about to make and that the payer process did not send. The reference is null if it could not be read. */
export type RefusedApproval = Readonly<{
  accountId: string
  at: Date
  reference: string | null
  problem: string
}>

export class PayerUnavailable extends Error {
  override readonly name = 'PayerUnavailable'
  /** The payer's own error code, if it returned one. */
  readonly code: string | undefined

  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

/** Record that the payer wrote before it called the bank. */
export type JournaledPayout = Readonly<{
  /** Number among all records of the journal. */
  n: number
  accountId: string
  reference: string
  /** `<business>/<mode>/<reference>/<purpose>/<leg>` */
  rightKey: string
  attempt: number
  payoutId: string
  bankCode: string
  accountNumber: string
  amountMinor: bigint
  /** Amount taken from the balance of the business; undefined if the money came from elsewhere. */
  balanceMinor?: bigint
}>

/** The payer's own memory outside the database. After a restore, only it and the banks know what was sent. */
type PayerJournal = Readonly<{
  /**
   * Returns the sends and repeats among the records after this number, in order, and the number of the last record read. If not whole,
   * there are more. `last` is less than `after` if the journal ends before `after`.
   */
  journal(
    after: number,
    signal: AbortSignal,
  ): Promise<Readonly<{ payouts: readonly JournaledPayout[]; last: number; isWhole: boolean }>>
}>

type PayoutHook = Readonly<{
  mode: Mode
  vendor: string
  headers: Readonly<Record<string, string>>
  body: Buffer
}>

/** Verifies that a notification about payouts comes from the vendor. Throws when the payer cannot be reached. */
export type PayoutHooks = Readonly<{
  /** Returns the references in the notification; undefined if it is forged. */
  verify(hook: PayoutHook): Promise<readonly string[] | undefined>
}>

/** Used when no payer is configured. Nothing can be paid, and cleared payouts wait. */
export const absentPayer: PayoutRail = {
  send: async () => refuse(),
  requery: async () => refuse(),
  balance: async () => refuse(),
  lines: async () => refuse(),
  refusedApprovals: async () => refuse(),
  journal: async () => refuse(),
}

function refuse(): never {
  throw new PayerUnavailable('no payer process is configured; set PAYER_URL')
}
