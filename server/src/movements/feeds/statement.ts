import type { BankLine, UnreadableLine } from './bank-line.ts'

/** A period of one account of ours on paper. The sums were checked: opening, credits and debits lead to closing. */
export type Statement = Readonly<{
  accountNumber: string
  openingMinor: bigint
  closingMinor: bigint
  /** First and last day in Lagos, YYYY-MM-DD; undefined where the file prints no period and has no rows. */
  from: string | undefined
  to: string | undefined
  lines: readonly BankLine[]
  /** Rows that are counted in the sums and say too little otherwise. */
  unreadable: readonly UnreadableLine[]
  /** Days that would also be days with day and month swapped, and of which nothing in the file shows which is right. */
  doubtfulDays: readonly string[]
}>

export interface StatementFormat {
  /** Whose export it is: `gtb`, `mt940` … */
  readonly profile: string
  /** Refuses a file that is not of this profile, does not add up, or contradicts its own days. */
  parse(file: Uint8Array): Statement
}
