import { Refusal } from '../../../kernel/refusal.ts'
import type { Statement, StatementFormat } from '../../../movements/feeds/statement.ts'
import { cleanText } from '../clean-text.ts'
import { readCsv } from '../csv-rows.ts'
import { decodeText } from '../decode-text.ts'
import { drawUpStatement } from '../draw-up-statement.ts'
import { labelled, requireAccountNumber, requireNaira } from '../printed-labels.ts'
import { readTable } from '../table.ts'
import { printRows } from '../table-rows.ts'

/** Sterling: money in before money out, a dash for nothing, the account in the title, the closing balance at the foot. */
export const sterlingFormat: StatementFormat = { profile: 'sterling', parse }

function parse(file: Uint8Array): Statement {
  const { above, rows } = readTable(readCsv(decodeText(file)), {
    date: ['date'],
    reference: ['reference', 'ref'],
    narration: ['narration'],
    credit: ['moneyin', 'in'],
    debit: ['moneyout', 'out'],
    balance: ['balance'],
  })
  const foot = rows.at(-1)
  if (foot?.cells.length !== 1) {
    throw new Refusal(
      'statement_unreadable',
      'The file does not end with a closing balance: it is not whole.',
    )
  }
  return drawUpStatement({
    accountNumber: requireAccountNumber(title(above).split(' - ').at(-1) ?? ''),
    // No period is printed: it is that of the rows.
    from: undefined,
    to: undefined,
    openingMinor: requireNaira(labelled(above, 'OPENING BALANCE'), 'opening balance'),
    closingMinor: requireNaira(labelled([foot.cells], 'CLOSING BALANCE'), 'closing balance'),
    rows: printRows(rows.slice(0, -1), 'dd-MM-yyyy'),
  })
}

function title(above: readonly (readonly string[])[]): string {
  const titles = above.flat().filter((cell) => cleanText(cell).startsWith('STERLING BANK'))
  return titles.length === 1 ? cleanText(titles[0] ?? '') : ''
}
