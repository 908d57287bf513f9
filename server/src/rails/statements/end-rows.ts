import { Refusal } from '../../kernel/refusal.ts'
import { cleanText } from './clean-text.ts'
import { requireDay } from './printed-labels.ts'
import type { PrintedRow } from './printed-statement.ts'

type Ends = Readonly<{
  from: string
  to: string
  openingMinor: bigint
  closingMinor: bigint
  rows: readonly PrintedRow[]
}>

/** Opening and closing where a bank prints them as the first and the last row of the table, which move nothing. */
export function takeEnds(rows: readonly PrintedRow[], names: { opening: string; closing: string }): Ends {
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
    `The ${name.includes('pen') || name.endsWith('B/F') ? 'first' : 'last'} row is not "${name}": the file is not whole, or not of this bank.`,
  )
}

function isNothing(amount: PrintedRow['debit']): boolean {
  return amount === 'nothing' || amount === 0n
}
