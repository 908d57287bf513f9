import type { Payer } from '../../../movements/feeds/bank-line.ts'
import type { Statement, StatementFormat } from '../../../movements/feeds/statement.ts'
import type { BalancedRow } from '../balance-rows.ts'
import { buildStatement } from '../build-statement.ts'
import { printRows, readTable } from '../csv-table.ts'
import { readLabel, requireAccountNumber, requireNaira } from '../printed-fields.ts'
import { namedPayer, readNarrationPayer } from '../read-narration.ts'
import { cleanText } from '../statement-text.ts'

/** OPay: naira signs, times to the second, and transfers to a savings account and back, which are not payments. */
export const opayFormat: StatementFormat = { profile: 'opay', parse }

function parse(file: Uint8Array): Statement {
  const { above, rows } = readTable(file, {
    date: ['datetime'],
    valueDate: ['valuedate'],
    narration: ['description'],
    debit: ['debit'],
    credit: ['credit'],
    balance: ['balance'],
    reference: ['reference'],
  })
  const amount = (label: string) => requireNaira(readLabel(above, label), label)
  return buildStatement(
    {
      accountNumber: requireAccountNumber(readLabel(above, 'Account Number')),
      from: undefined,
      to: undefined,
      openingMinor: amount('Opening Balance'),
      closingMinor: amount('Closing Balance'),
      rows: printRows(rows, 'yyyy/MM/dd'),
    },
    { payer: opayPayer, dropRows: dropSavingsSweeps },
  )
}

const TRANSFER_NARRATION = /^Transfer from (?<name>[^|]+?) \| (?<bank>[^|]+?) \| (?<mask>\d{3}\*{3}\d{4}) \|/

/** Reads the payer. OPay shows seven of the ten digits of the account number. */
function opayPayer(narration: string): Payer {
  const { name, bank, mask } = TRANSFER_NARRATION.exec(narration)?.groups ?? {}
  if (name === undefined || mask === undefined) return readNarrationPayer(narration)
  return { ...namedPayer(name, bank), accountMask: mask }
}

/**
 * Removes each transfer to savings that is followed at once by the return of the same amount, because the balance is unchanged and nobody
 * paid. If the amount does not return at once, the transfer moved money and its row stays.
 */
function dropSavingsSweeps(rows: readonly BalancedRow[]): BalancedRow[] {
  const left: BalancedRow[] = []
  for (const row of rows) {
    const before = left.at(-1)
    if (before !== undefined && isSweepBack(before, row)) left.pop()
    else left.push(row)
  }
  return left
}

function isSweepBack(out: BalancedRow, back: BalancedRow): boolean {
  return (
    is(out, 'debit', 'Auto-save to OWealth Balance') &&
    is(back, 'credit', 'OWealth Withdrawal') &&
    out.amountMinor === back.amountMinor
  )
}

function is(
  { row, direction, unreadable }: BalancedRow,
  way: BalancedRow['direction'],
  words: string,
): boolean {
  return unreadable === undefined && direction === way && cleanText(row.narration) === words
}
