import type { PrintedAmount } from './naira-text.ts'

/** One row of a statement as it is printed, in cells that every profile can give. */
export type PrintedRow = Readonly<{
  /** Where it is in the file, for people: `line 12`. */
  place: string
  /** YYYY-MM-DD; undefined when it cannot be read. */
  day: string | undefined
  /** `13:05:11` in Lagos, where the bank prints times. */
  time?: string | undefined
  /** The booked day where the bank prints no other. */
  valueDay: string | undefined
  reference: string
  narration: string
  debit: PrintedAmount
  credit: PrintedAmount
  /** Where one column has both: the balance says which way it went. */
  either?: PrintedAmount
  balance: PrintedAmount
  /** That the format itself, not a word of the narration, says that this row takes another back. */
  isTakeBack?: boolean
  raw: unknown
}>

export type PrintedStatement = Readonly<{
  accountNumber: string
  /** The period as printed, where it is. */
  from: string | undefined
  to: string | undefined
  openingMinor: bigint
  closingMinor: bigint
  /** Sums of the period, where the bank prints them. */
  totals?: Readonly<{ debitsMinor: bigint; creditsMinor: bigint }>
  rows: readonly PrintedRow[]
}>
