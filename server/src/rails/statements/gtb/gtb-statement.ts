import { Refusal } from '../../../kernel/refusal.ts'
import type { Statement, StatementFormat } from '../../../movements/feeds/statement.ts'
import { readCsv } from '../csv-rows.ts'
import { decodeText } from '../decode-text.ts'
import { drawUpStatement } from '../draw-up-statement.ts'
import { readDay } from '../printed-day.ts'
import { labelled, requireAccountNumber, requireNaira } from '../printed-labels.ts'
import { readTable } from '../table.ts'
import { printRows } from '../table-rows.ts'

const FORM = 'dd-MMM-yyyy'

/** Guaranty Trust Bank: sums above the heads, references behind an apostrophe, long remarks over several rows. */
export const gtbFormat: StatementFormat = { profile: 'gtb', parse }

function parse(file: Uint8Array): Statement {
  const { above, rows } = readTable(readCsv(decodeText(file)), {
    date: ['transdate'],
    valueDate: ['valuedate'],
    reference: ['reference'],
    debit: ['debits', 'debit'],
    credit: ['credits', 'credit'],
    balance: ['balance'],
    narration: ['remarks'],
  })
  const amount = (label: string) => requireNaira(labelled(above, label), label)
  return drawUpStatement({
    accountNumber: requireAccountNumber(labelled(above, 'Account No')),
    ...readPeriod(labelled(above, 'Period')),
    openingMinor: amount('Opening Balance'),
    closingMinor: amount('Closing Balance'),
    totals: { debitsMinor: amount('Total Debit'), creditsMinor: amount('Total Credit') },
    rows: printRows(rows, FORM),
  })
}

function readPeriod(text: string): { from: string; to: string } {
  const [first = '', last = ''] = text.split(' to ')
  const [from, to] = [readDay(first, FORM), readDay(last, FORM)]
  if (from !== undefined && to !== undefined) return { from, to }
  throw new Refusal('statement_unreadable', `The period cannot be read: "${text.slice(0, 40)}".`)
}
