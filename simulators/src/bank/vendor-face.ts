import type { Draw } from './draw.ts'
import type { Account } from './ledger/account.ts'
import type { Line } from './ledger/line.ts'
import type { IssuedNumber } from './numbers/number.ts'
import type { VendorSetting } from './vendor-settings.ts'

/** A vendor's transaction: one account, and one line for each payer, in order. */
export type Transaction = Readonly<{ account: Account; first: Line; lines: readonly Line[] }>

/** Current distortions of a vendor's times. */
export type Telling = Readonly<{ skewMs: number; isZoneLost: boolean }>

export type Verdict = 'taken' | 'rejected' | 'failed'

export type Fee = Readonly<{ fee: bigint; vat: bigint }>

/** How a vendor behaves with numbers for one payment. Faults change it for one payment or request. */
type NumberHabits = Readonly<{
  /** How long a number is valid. */
  seconds: number
  refusesOtherAmounts: boolean
  /** Whether a payer who paid too little can pay the rest to the same number. Otherwise one payment closes it. */
  takesTheRest: boolean
  /** The id of the transaction that payments to a number belong to. Without it, each payment is a transaction of its own. */
  transactionOf?(issued: IssuedNumber): string
}>

/** The format of a vendor's notifications, how it interprets the answer, and its habits. */
export type VendorFace = Readonly<{
  writeHook(transaction: Transaction, telling: Telling): string
  sign(body: string, setting: VendorSetting): Record<string, string>
  judge(status: number, answer: string): Verdict
  /** The vendor's own id of a transaction, in the format of its published samples. The number of the line makes it unique. */
  writeReference(at: number, seq: number, draw: Draw): string
  /** The fee for a transfer into an account or to a number of its own, after published prices or samples. Rounded down. */
  feeOf(gross: bigint, toOwnNumber: boolean): Fee
  numbers: NumberHabits
}>
