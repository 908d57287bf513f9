import type { Statement, StatementFormat } from '../../../movements/feeds/statement.ts'
import { readCsv } from '../csv-rows.ts'
import { decodeText } from '../decode-text.ts'
import { drawUpStatement } from '../draw-up-statement.ts'
import { takeEnds } from '../end-rows.ts'
import { labelled, requireAccountNumber } from '../printed-labels.ts'
import { readTable } from '../table.ts'
import { printRows } from '../table-rows.ts'

const heads = {
  date: ['date', 'txndate', 'transdate', 'transactiondate', 'posteddate', 'postingdate'],
  valueDate: ['valuedate'],
  narration: ['narration', 'remarks', 'particulars', 'description', 'details'],
  reference: ['ref', 'reference', 'transref', 'serial', 'referenceno'],
  balance: ['balance'],
} as const
const sides = {
  debit: ['debit', 'debits', 'dr', 'withdrawal', 'withdrawals'],
  credit: ['credit', 'credits', 'cr', 'deposit', 'deposits'],
} as const

/** Access, and others whose heads change from export to export: columns are known by any of their names. */
export const accessFormat: StatementFormat = { profile: 'access', parse }

function parse(file: Uint8Array): Statement {
  const { above, rows } = readTable(
    readCsv(decodeText(file)),
    { ...heads, ...sides },
    { ...heads, amount: ['amount'] },
  )
  const printed = printRows(rows, 'dd/MM/yyyy')
  return drawUpStatement({
    accountNumber: requireAccountNumber(labelled(above, 'Account')),
    ...takeEnds(printed, { opening: 'BALANCE B/F', closing: 'BALANCE C/F' }),
  })
}
