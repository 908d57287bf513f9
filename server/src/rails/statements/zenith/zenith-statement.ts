import type { Statement, StatementFormat } from '../../../movements/feeds/statement.ts'
import { cleanText } from '../clean-text.ts'
import { readCsv } from '../csv-rows.ts'
import { decodeText } from '../decode-text.ts'
import { drawUpStatement } from '../draw-up-statement.ts'
import { takeEnds } from '../end-rows.ts'
import { labelled, requireAccountNumber } from '../printed-labels.ts'
import type { PrintedRow } from '../printed-statement.ts'
import { readTable } from '../table.ts'
import { printRows } from '../table-rows.ts'

/** Zenith: zeros for nothing, opening and closing as rows, the session id as the last part of the description. */
export const zenithFormat: StatementFormat = { profile: 'zenith', parse }

function parse(file: Uint8Array): Statement {
  const { above, rows } = readTable(readCsv(decodeText(file)), {
    date: ['date'],
    narration: ['description'],
    debit: ['debit'],
    credit: ['credit'],
    valueDate: ['valuedate'],
    balance: ['balance'],
  })
  return drawUpStatement(
    {
      accountNumber: requireAccountNumber(labelled(above, 'Account Number')),
      ...takeEnds(printRows(rows, 'dd/MM/yyyy'), { opening: 'Opening Balance', closing: 'Closing Balance' }),
    },
    { sessionText },
  )
}

/** Only in the bank's own form, where it adds the id behind what the payer typed. */
function sessionText({ narration }: PrintedRow): string {
  const [, id = ''] = /^NIP\/.*\/(\d+)$/.exec(cleanText(narration)) ?? []
  return id
}
