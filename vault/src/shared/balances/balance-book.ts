import type { BalanceName } from './read-balances.ts'

/** What was added up for one balance, up to a database transaction. It names its business by id and contains no other text. */
export type BalanceCheckpoint = Readonly<{
  mode: string
  business: string
  /** The last database transaction that was added up. */
  through: string
  /** Credits with a cause less all debits, in kobo. */
  minor: string
  /** Credits without a cause, in kobo. */
  uncaused_minor: string
  /**
   * An entry of the balance by a database transaction that began after everything up to `through` was committed. A database that has it
   * lost nothing before it.
   */
  witness: Readonly<{ entry: string; xid: string }>
}>

/** A record of the journal. */
export type BalancesRecord = Readonly<{ at: string; balances: readonly BalanceCheckpoint[] }>

export type BalanceBook = Readonly<{
  /** Returns the newest checkpoint of a balance, or undefined if there is none. */
  balanceCheckpoint(of: BalanceName): BalanceCheckpoint | undefined
}>

export function isBalancesRecord<T extends object>(record: T): record is T & BalancesRecord {
  return 'balances' in record
}

/** The checkpoints of the journal, one for each balance. */
export function createBalanceBook(): BalanceBook & Readonly<{ addBalances(record: BalancesRecord): void }> {
  const newest = new Map<string, BalanceCheckpoint>()
  return {
    addBalances({ balances }) {
      for (const one of balances) newest.set(`${one.mode}/${one.business}`, one)
    },
    balanceCheckpoint: ({ mode, businessId }) => newest.get(`${mode}/${businessId}`),
  }
}
