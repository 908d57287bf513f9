import type { Transaction } from '@stellar/stellar-sdk/base'
import type { Draft } from './ledger-state.ts'
import type { Party } from './party.ts'

export type Operation = Transaction['operations'][number]

/** What one operation did, or why it did nothing. */
export type Applied = Readonly<{
  code: string
  /** What its success carries in XDR. */
  payload?: object
  /** As Horizon shows it, beside what every operation has. */
  details: object
  /** Accounts in whose lists it stands, beside its source. */
  others: readonly string[]
  moved?: Moved
}>

/** Tokens that changed hands, as they arrived. */
export type Moved = Readonly<{ from: Party; to: Party; asset: string; amount: bigint }>

export type ApplyContext = Readonly<{
  draft: Draft
  transaction: Transaction
  index: number
  source: Party
  ledger: number
}>
