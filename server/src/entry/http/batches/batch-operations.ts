import { Type } from 'typebox'
import { batchLimits } from '../../../records/batches/batch.ts'
import { pageEnd, pageReplyFields } from '../list-query.ts'
import { namedObject } from '../object-schemas.ts'
import { amountRefusals, type Operation, successExample } from '../openapi/operation.ts'
import { successField, textReply } from '../reply-fields.ts'
import { BatchRowView, outcomeColumns } from './batch-row-wire.ts'
import { BatchPath, BatchReply, BatchView } from './batch-wire.ts'

const moments = { confirmed_at: null, cancelled_at: null, completed_at: null }
const outcomes = { none: 3, skipped: 0, waiting: 0, refused: 0, paying: 0, paid: 0, returned: 0 }

const checkingExample = {
  id: 'bat_01a1dcc33c477feca0d6d2cee34c8ce8',
  batch_id: 'bat_01a1dcc33c477feca0d6d2cee34c8ce8',
  state: 'checking',
  rows: 3,
  checked: 0,
  preview: null,
  outcomes,
  created_at: '2026-11-17T09:29:00.000Z',
  ready_at: null,
  ...moments,
}

const readyExample = {
  ...checkingExample,
  state: 'ready',
  checked: 3,
  preview: {
    rows: 2,
    total: 75000,
    fee: 100,
    problem_rows: 1,
    problems: [{ code: 'bank_unknown', rows: 1 }],
  },
  ready_at: '2026-11-17T09:29:04.000Z',
}

const figures = { rows: 2, total: 75000, fee: 100, problem_rows: 1 }
const { outcomes: _uncounted, ...uncounted } = readyExample
/** A batch as lists and events have it. */
export const listedExample = { ...uncounted, preview: figures }

/** A batch as its last event has it. */
export const completedExample = {
  ...listedExample,
  state: 'completed',
  outcomes: { ...outcomes, none: 0, skipped: 1, paid: 2 },
  confirmed_at: '2026-11-17T09:31:00.000Z',
  completed_at: '2026-11-17T09:32:00.000Z',
}

const payingExample = {
  ...readyExample,
  state: 'paying',
  outcomes: { ...outcomes, none: 0, skipped: 1, paying: 1, paid: 1 },
  confirmed_at: '2026-11-17T09:31:00.000Z',
}

const rowExample = {
  row: 1,
  bank_name: 'GTBank',
  account_number: '0123456789',
  account_name: 'ADA OBI',
  amount: '25000.50',
  reference: 'salary-2026-11-ada',
  name_check: 'match',
  name_at_bank: 'ADA NGOZI OBI',
  problems: [],
  outcome: 'paid',
  refusal: null,
  transaction_id: 'txn_01a1dcc33c477feca0d6d2cee34c8ce8',
  transaction_status: 'completed',
}

export const makeBatchOperation: Operation = {
  id: 'makeBatch',
  tag: 'Batches',
  summary: 'Create a batch of payouts',
  description: `Pays up to ${batchLimits.rows} bank accounts from your balance with one confirmation. This request only checks: it reads every row, asks the banks for the names, and compares the rows with your balance, your limits and your recent payouts. Nothing is paid before you confirm the batch.

Send JSON, or the same as CSV with the header \`content-type: text/csv\`: a header line with the columns \`bank_name\`, \`account_number\`, \`amount\`, and if you like \`account_name\` and \`reference\`. The body may have 4 MB.

A wrong value is a problem of its row and does not refuse the request. The event \`batch.ready\` tells you when every row is checked, or read the batch until it is \`ready\`. A business can send ${batchLimits.rowsADay} rows in 24 hours.`,
  requestExamples: {
    rows: {
      summary: 'Two payments',
      value: {
        rows: [
          {
            bank_name: 'GTBank',
            account_number: '0123456789',
            account_name: 'ADA OBI',
            amount: 25000.5,
            reference: 'salary-2026-11-ada',
          },
          { bank_name: 'Access Bank', account_number: '0987654321', amount: '50000.00' },
        ],
      },
    },
  },
  replies: {
    200: {
      description: 'The batch is stored and is being checked.',
      schema: BatchReply,
      examples: {
        checking: successExample(
          'A new batch',
          'Checking: 0 of 3 rows. Nothing is paid before you confirm the batch.',
          { batch: checkingExample },
        ),
      },
    },
  },
  refusals: ['wallet_required', 'name_enquiry_limit'],
}

const BatchListReply = namedObject('PayoutBatchListReply', {
  status: successField,
  message: textReply('Tells you whether there are more pages.', 'This is the last page.'),
  batches: Type.Array(BatchView, { description: 'Newest first.' }),
  ...pageReplyFields,
})

export const listBatchesOperation: Operation = {
  id: 'listBatches',
  tag: 'Batches',
  summary: 'List batches of payouts',
  description: 'Your batches, newest first.',
  replies: {
    200: {
      description: 'One page of batches.',
      schema: BatchListReply,
      examples: {
        page: successExample('One batch', 'This is the last page.', {
          batches: [listedExample],
          ...pageEnd(null),
        }),
      },
    },
  },
  refusals: ['cursor_invalid'],
}

export const readBatchOperation: Operation = {
  id: 'readBatch',
  tag: 'Batches',
  summary: 'Read a batch of payouts',
  description:
    'The state of a batch: while it is checked, how far that is; then what it would pay; after the confirmation, how many rows have each outcome.',
  parameters: { path: BatchPath },
  replies: {
    200: {
      description: 'The batch.',
      schema: BatchReply,
      examples: {
        ready: successExample(
          'A checked batch',
          'Ready: 2 of 3 rows can be paid. Nothing is paid before you confirm the batch.',
          { batch: readyExample },
        ),
      },
    },
  },
  refusals: ['batch_unknown', 'not_found'],
}

const RowListReply = namedObject('PayoutBatchRowsReply', {
  status: successField,
  message: textReply('Tells you whether there are more pages.', 'This is the last page.'),
  rows: Type.Array(BatchRowView, { description: 'In the order in which you sent them.' }),
  ...pageReplyFields,
})

export const listRowsOperation: Operation = {
  id: 'listBatchRows',
  tag: 'Batches',
  summary: 'List the rows of a batch',
  description:
    'Each row with what the bank says about it, its problems and, after the confirmation, its outcome and its sell.',
  parameters: { path: BatchPath },
  replies: {
    200: {
      description: 'One page of rows.',
      schema: RowListReply,
      examples: {
        page: successExample('A paid row', 'This is the last page.', {
          rows: [rowExample],
          ...pageEnd(null),
        }),
      },
    },
  },
  refusals: ['batch_unknown', 'not_found', 'cursor_invalid'],
}

const fileExample = `${outcomeColumns.join(',')}\r
1,GTBank,0123456789,ADA OBI,25000.50,salary-2026-11-ada,match,ADA NGOZI OBI,paid,,,txn_01a1dcc33c477feca0d6d2cee34c8ce8,completed\r
`

export const exportRowsOperation: Operation = {
  id: 'exportBatchRows',
  tag: 'Batches',
  summary: 'Export the rows of a batch',
  description:
    'Every row with its outcome as a CSV file, in the order in which you sent them. A cell that a spreadsheet would execute is prefixed with an apostrophe.',
  parameters: { path: BatchPath },
  replies: {
    200: {
      description: 'The file, streamed. If the connection breaks, the file is incomplete.',
      contentType: 'text/csv',
      schema: Type.String({ description: `Columns: ${outcomeColumns.join(', ')}.` }),
      examples: { file: { summary: 'One row', value: fileExample } },
    },
  },
  refusals: ['batch_unknown', 'not_found'],
}

export const confirmBatchOperation: Operation = {
  id: 'confirmBatch',
  tag: 'Batches',
  summary: 'Confirm a batch of payouts',
  description: `Pays the rows that have no problem. Send \`rows\` and \`total\` of the preview, so that you confirm what you saw. If rows have problems, this is refused unless you send \`skip_problems: true\`.

Each row becomes one sell from your balance, by the same rules as a single sell: its tokens are debited when it is accepted, and it is paid once, whatever fails. A row that the rules refuse then has the outcome \`refused\` with the reason, and the others go on. The same confirmation again changes nothing.`,
  parameters: { path: BatchPath },
  requestExamples: {
    all: { summary: 'Every row', value: { rows: 3, total: 125000 } },
    skipping: {
      summary: 'Without the rows that have problems',
      value: { rows: 2, total: 75000, skip_problems: true },
    },
  },
  replies: {
    200: {
      description: 'The batch is confirmed, and its rows are being paid.',
      schema: BatchReply,
      headers: ['Idempotent-Replayed'],
      examples: {
        paying: successExample('A confirmed batch', 'Confirmed: 2 of 3 rows are being paid.', {
          batch: payingExample,
        }),
      },
    },
  },
  refusals: [
    'batch_unknown',
    'not_found',
    'batch_not_ready',
    'batch_over',
    'batch_has_problems',
    'batch_differs',
    'batch_stale',
    'insufficient_balance',
    ...amountRefusals,
  ],
}

export const cancelBatchOperation: Operation = {
  id: 'cancelBatch',
  tag: 'Batches',
  summary: 'Cancel a batch of payouts',
  description:
    'Ends a batch that is not confirmed. Nothing of it is ever paid. The same request again changes nothing.',
  parameters: { path: BatchPath },
  replies: {
    200: {
      description: 'The batch is cancelled.',
      schema: BatchReply,
      headers: ['Idempotent-Replayed'],
      examples: {
        cancelled: successExample('A cancelled batch', 'Cancelled: nothing of it was paid.', {
          batch: { ...readyExample, state: 'cancelled', cancelled_at: '2026-11-17T09:31:00.000Z' },
        }),
      },
    },
  },
  refusals: ['batch_unknown', 'not_found', 'batch_over'],
}
