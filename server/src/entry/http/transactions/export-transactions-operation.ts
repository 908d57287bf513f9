import { Type } from 'typebox'
import { MOST_EXPORTED } from '../../../flows/transactions/export-transactions.ts'
import type { Operation } from '../openapi/operation.ts'
import { exportColumns } from './transaction-csv.ts'

const example = `${exportColumns.join(',')}\r
txn_01a1dcc33c477feca0d6d2cee34c8ce8,Buy,completed,order-2291,25000.5,0,NGN,Polygon,0x8ba1f109551bD432803012645Ac136ddd64DBA72,GTBank,0123456789,ADA OBI,Afara Collections,0000000003,Providus Bank,2026-11-15T09:30:00.000Z,2026-11-15 10:30:00\r
`

export const exportTransactionsOperation: Operation = {
  id: 'exportTransactions',
  tag: 'Transactions',
  summary: 'Export transactions',
  description: `All that fit the filters as a CSV file, newest first: a line of column names, then one line for each. Amounts are exact, times are in UTC and in Lagos. A cell that begins with \`=\`, \`+\`, \`-\`, \`@\`, a tab or a line end has an apostrophe before it, so that no spreadsheet runs it.

A file holds at most ${MOST_EXPORTED} transactions. Where more fit, nothing is sent but \`export_too_large\`. New columns may come at the end.`,
  replies: {
    200: {
      description:
        'The file, sent while it is made: a connection that breaks off means that it is not whole.',
      contentType: 'text/csv',
      schema: Type.String({ description: `Columns: ${exportColumns.join(', ')}.` }),
      examples: { file: { summary: 'One buy', value: example } },
    },
  },
  refusals: ['export_too_large', 'network_unknown'],
}
