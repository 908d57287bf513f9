import { Refusal } from '../../kernel/refusal.ts'
import { type PrintedAmount, requireDay } from './printed-fields.ts'
import { cleanText } from './statement-text.ts'

/** One printed row of a statement, in fields that every profile can fill. */
export type PrintedRow = Readonly<{
  /** Position in the file for messages: `line 12`. */
  place: string
  /** YYYY-MM-DD. Undefined if it cannot be read. */
  day: string | undefined
  /** `13:05:11` in Lagos time, if the bank prints times. */
  time?: string | undefined
  /** The value date, or the booked day if the bank prints no value date. */
  valueDay: string | undefined
  reference: string
  narration: string
  debit: PrintedAmount
  credit: PrintedAmount
  /** Amount from a single column for debits and credits. The balance shows the direction. */
  signedByBalance?: PrintedAmount
  balance: PrintedAmount
  /** Whether the format itself, and not a word in the narration, marks this row as a reversal. */
  isReversal?: boolean
  raw: unknown
}>

export type PrintedStatement = Readonly<{
  accountNumber: string
  /** The printed period, if there is one. */
  from: string | undefined
  to: string | undefined
  openingMinor: bigint
  closingMinor: bigint
  /** Sums of the period, if the bank prints them. */
  totals?: Readonly<{ debitsMinor: bigint; creditsMinor: bigint }>
  rows: readonly PrintedRow[]
}>

type Ends = Readonly<{
  from: string
  to: string
  openingMinor: bigint
  closingMinor: bigint
  rows: readonly PrintedRow[]
}>

/** Reads opening and closing balance from the first and last row of a table. These rows must have no amount. */
export function takeEndRows(rows: readonly PrintedRow[], names: { opening: string; closing: string }): Ends {
  const [first, ...rest] = rows
  const last = rest.at(-1)
  const openingMinor = endBalance(first, names.opening)
  const closingMinor = endBalance(last, names.closing)
  return {
    from: requireDay(first?.day ?? first?.valueDay, names.opening),
    to: requireDay(last?.day ?? last?.valueDay, names.closing),
    openingMinor,
    closingMinor,
    rows: rest.slice(0, -1),
  }
}

function endBalance(row: PrintedRow | undefined, name: string): bigint {
  const isIt =
    row !== undefined &&
    cleanText(row.narration).toLowerCase() === name.toLowerCase() &&
    isNothing(row.debit) &&
    isNothing(row.credit)
  if (isIt && typeof row.balance === 'bigint') return row.balance
  throw new Refusal(
    'statement_unreadable',
    `The ${name.includes('pen') || name.endsWith('B/F') ? 'first' : 'last'} row is not "${name}". The file is incomplete, or from another bank.`,
  )
}

function isNothing(amount: PrintedRow['debit']): boolean {
  return amount === 'nothing' || amount === 0n
}
