import type { Account } from './ledger/account.ts'
import type { Line } from './ledger/line.ts'
import type { VendorSetting } from './vendor-settings.ts'

/** A vendor's transaction: one account, and one line for each payer, in order. */
export type Transaction = Readonly<{ account: Account; first: Line; lines: readonly Line[] }>

/** Current distortions of a vendor's times. */
export type Telling = Readonly<{ skewMs: number; isZoneLost: boolean }>

export type Verdict = 'taken' | 'rejected' | 'failed'

/** The format of a vendor's notifications, and how it interprets the answer. */
export type VendorFace = Readonly<{
  writeHook(transaction: Transaction, telling: Telling): string
  sign(body: string, setting: VendorSetting): Record<string, string>
  judge(status: number, answer: string): Verdict
}>
