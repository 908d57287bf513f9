import type { Mode } from '../../kernel/mode.ts'

/** The answer of a bank to an order. Only `rejected` says that nothing was made; all else is found out by asking again. */
export type SendAnswer = Readonly<
  { payoutId: string } & (
    | { outcome: 'accepted'; vendorId: string | null; sessionId: string | null }
    /** The vendor proved that nothing was made. */
    | { outcome: 'rejected'; code: string; message: string }
    /** The reference is taken: it was sent before. */
    | { outcome: 'exists' }
    | { outcome: 'unknown'; why: 'timeout' | 'http' | 'unreadable' | 'code'; code: string | null }
    /** The payer itself did not ask the bank. */
    | { outcome: 'refused'; code: string; message: string }
  )
>

/** Its bank has not answered yet: asked for the same again, the payer tells the outcome. */
export type SendWaits = Readonly<{ payoutId: string; outcome: 'waiting' }>

/** What a bank says of a payment when it is asked about its reference. */
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

/** Its bank has not answered yet: asked about the same again, the payer tells what it said. */
export type ReadingWaits = Readonly<{ payoutId: string; kind: 'waiting' }>

/** One line of the vendor's own ledger of an account of ours. */
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
 * The process that may move naira. It follows each payout back to the money by itself and may refuse it. Throws
 * PayerUnavailable when it cannot be asked; after a send that means that nothing is known.
 */
export type PayoutRail = PayerJournal &
  Readonly<{
    /**
     * At most one call of the bank for each order, however often it is requested while its bank has not answered. A caller with a patience
     * is told then that the rest waits; without one, all are answered.
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
    /** What the vendor booked after the cursor, oldest first. Not whole: there is more behind the cursor it returns. */
    lines(accountId: string, cursor: string | null, signal: AbortSignal): Promise<PayoutLines>
  }>

export class PayerUnavailable extends Error {
  override readonly name = 'PayerUnavailable'
  /** What the payer itself said, if it did. */
  readonly code: string | undefined

  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

/** What the payer wrote down before it asked a bank to pay. */
export type JournaledPayout = Readonly<{
  /** Its number among all records of the journal. */
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
  /** What it took from the balance of its business; undefined when its tokens or naira came from elsewhere. */
  balanceMinor?: bigint
}>

/** What the payer remembers by itself, outside the database: after a restore, only it and the banks know what was sent. */
type PayerJournal = Readonly<{
  /**
   * The sends and repeats among the records after this number, in their order, and the number of the last record that was
   * looked at. Not whole: there are more. The last is less than what was asked after where the journal ends before that.
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

/** Who can tell whether a notification about payouts is the vendor's. It throws when it cannot be asked. */
export type PayoutHooks = Readonly<{
  /** The references that it is about; undefined when it is nobody's. */
  verify(hook: PayoutHook): Promise<readonly string[] | undefined>
}>

/** Where none is set up nothing can be paid: what is cleared waits until there is one. */
export const absentPayer: PayoutRail = {
  send: async () => refuse(),
  requery: async () => refuse(),
  balance: async () => refuse(),
  lines: async () => refuse(),
  journal: async () => refuse(),
}

function refuse(): never {
  throw new PayerUnavailable('no payer is configured')
}
