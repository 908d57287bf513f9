import { Refusal } from '../../kernel/refusal.ts'
import { type PrintedAmount, requireDay } from './printed-fields.ts'
import { cleanText } from './statement-text.ts'

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
  signedByBalance?: PrintedAmount
  balance: PrintedAmount
  /** That the format itself, not a word of the narration, says that this row takes another back. */
  isReversal?: boolean
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

type Ends = Readonly<{
  from: string
  to: string
  openingMinor: bigint
  closingMinor: bigint
  rows: readonly PrintedRow[]
}>

/** Opening and closing where a bank prints them as the first and the last row of the table, which move nothing. */
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
