import type { Statement, StatementFormat } from '../../../movements/feeds/statement.ts'
import { readCsv } from '../csv-rows.ts'
import { decodeText } from '../decode-text.ts'
import { drawUpStatement } from '../draw-up-statement.ts'
import { labelled, requireAccountNumber, requireNaira } from '../printed-labels.ts'
import { readTable } from '../table.ts'
import { printRows } from '../table-rows.ts'
import { opayPayer } from './opay-payer.ts'
import { withoutSweeps } from './savings-sweep.ts'

/** OPay: naira signs, times to the second, and sweeps into savings and back that are nobody's money. */
export const opayFormat: StatementFormat = { profile: 'opay', parse }

function parse(file: Uint8Array): Statement {
  const { above, rows } = readTable(readCsv(decodeText(file)), {
    date: ['datetime'],
    valueDate: ['valuedate'],
    narration: ['description'],
    debit: ['debit'],
    credit: ['credit'],
    balance: ['balance'],
    reference: ['reference'],
  })
  const amount = (label: string) => requireNaira(labelled(above, label), label)
  return drawUpStatement(
    {
      accountNumber: requireAccountNumber(labelled(above, 'Account Number')),
      from: undefined,
      to: undefined,
      openingMinor: amount('Opening Balance'),
      closingMinor: amount('Closing Balance'),
      rows: printRows(rows, 'yyyy/MM/dd'),
    },
    { payer: opayPayer, sift: withoutSweeps },
  )
}
