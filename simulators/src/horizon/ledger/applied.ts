import type { Transaction } from '@stellar/stellar-sdk/base'
import type { Draft } from './ledger-state.ts'
import type { Party } from './party.ts'

export type Operation = Transaction['operations'][number]

/** The effect of one operation, or the reason why it had none. */
export type Applied = Readonly<{
  code: string
  /** Content of a successful result in XDR. */
  payload?: object
  /** Fields that Horizon shows in addition to the common ones. */
  details: object
  /** Accounts that list the operation, besides its source. */
  others: readonly string[]
  moved?: Moved
}>

/** Tokens that moved, in the asset and amount that arrived. */
export type Moved = Readonly<{ from: Party; to: Party; asset: string; amount: bigint }>

export type ApplyContext = Readonly<{
  draft: Draft
  transaction: Transaction
  index: number
  source: Party
  ledger: number
}>
