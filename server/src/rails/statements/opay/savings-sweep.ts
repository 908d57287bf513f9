import { cleanText } from '../clean-text.ts'
import type { ReckonedRow } from '../reckon-rows.ts'

/**
 * Leaves out a sweep into savings that is followed at once by the same amount coming back: the account is as before, and
 * nobody paid. One that does not come back at once has moved money, and stays.
 */
export function withoutSweeps(rows: readonly ReckonedRow[]): ReckonedRow[] {
  const left: ReckonedRow[] = []
  for (const row of rows) {
    const before = left.at(-1)
    if (before !== undefined && comesBack(before, row)) left.pop()
    else left.push(row)
  }
  return left
}

function comesBack(out: ReckonedRow, back: ReckonedRow): boolean {
  return (
    is(out, 'debit', 'Auto-save to OWealth Balance') &&
    is(back, 'credit', 'OWealth Withdrawal') &&
    out.amountMinor === back.amountMinor
  )
}

function is(
  { row, direction, unreadable }: ReckonedRow,
  way: ReckonedRow['direction'],
  words: string,
): boolean {
  return unreadable === undefined && direction === way && cleanText(row.narration) === words
}
