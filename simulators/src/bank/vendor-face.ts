import type { Account } from './ledger/account.ts'
import type { Line } from './ledger/line.ts'
import type { VendorSetting } from './vendor-settings.ts'

/** A vendor's transaction: one account, and one line for each payer, the first of them first. */
export type Transaction = Readonly<{ account: Account; first: Line; lines: readonly Line[] }>

/** How a vendor's times come out at the moment. */
export type Telling = Readonly<{ skewMs: number; isZoneLost: boolean }>

export type Verdict = 'taken' | 'rejected' | 'failed'

/** What one vendor's notifications look like, and what it makes of the answer. */
export type VendorFace = Readonly<{
  writeHook(transaction: Transaction, telling: Telling): string
  sign(body: string, setting: VendorSetting): Record<string, string>
  judge(status: number, answer: string): Verdict
}>
