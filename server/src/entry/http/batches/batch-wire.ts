import { type Static, Type } from 'typebox'
import type { CountedBatch } from '../../../flows/batches/make-batches.ts'
import { formatId, parseId } from '../../../kernel/ids/ids.ts'
import { jsonNumber, money, parseMoney } from '../../../kernel/money/money.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import {
  type Batch,
  batchLimits,
  batchStates,
  type GivenRow,
  rowOutcomes,
} from '../../../records/batches/batch.ts'
import { sellBounds } from '../../../records/limits/transaction-bounds.ts'
import { numberText } from '../exact-json.ts'
import { closedObject, namedObject } from '../object-schemas.ts'
import { amountReply, successField, textReply, wordReply } from '../reply-fields.ts'
import { amountField, textField } from '../request-fields.ts'

export const BATCHES_PATH = '/payouts/v1/batches'
export const BATCH_PATH = `${BATCHES_PATH}/:id(^bat_[0-9a-f]{32}$)`

const batchIdReply = Type.String({
  description: 'The id of the batch.',
  pattern: '^bat_[0-9a-f]{32}$',
  examples: ['bat_01a1dcc33c477feca0d6d2cee34c8ce8'],
})

export const BatchPath = Type.Object({ id: batchIdReply })

const momentReply = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: `${description} In UTC; null before.`,
    examples: ['2026-11-17T09:30:00.000Z'],
  })

const countReply = (description: string, example: number) =>
  Type.Integer({ description, minimum: 0, examples: [example] })

const BatchPreview = namedObject(
  'BatchPreview',
  {
    rows: countReply('How many rows can be paid. Send it to confirm the batch.', 2),
    total: amountReply(
      'The NGNC that these rows take from your balance, fees included. Send it to confirm the batch.',
      75000,
    ),
    fee: amountReply('The fees in the total.', 100),
    problem_rows: countReply('How many rows have problems and are not paid.', 1),
    problems: Type.Optional(
      Type.Array(
        closedObject({
          code: textReply('The problem, as a code.', 'bank_unknown'),
          rows: countReply('How many rows have it.', 1),
        }),
        { description: 'The problems, most frequent first. Not in lists.' },
      ),
    ),
  },
  'What the check found. It never changes. Null while the rows are being checked.',
)

const BatchOutcomes = namedObject(
  'BatchOutcomes',
  Object.fromEntries(
    rowOutcomes.map((outcome) => [outcome, countReply(`Rows with the outcome "${outcome}".`, 1)]),
  ),
  'How many rows have each outcome now. Not in lists.',
)

export const BatchView = namedObject('PayoutBatch', {
  id: batchIdReply,
  batch_id: Type.String({ ...batchIdReply, description: 'The same as id.' }),
  state: wordReply(
    batchStates,
    'checking: we ask the banks. ready: you can confirm it. paying: its rows are being paid. completed: every row has ended. cancelled: nothing was paid.',
  ),
  rows: countReply('How many rows you sent.', 3),
  checked: countReply('How many rows are checked.', 3),
  preview: Type.Union([BatchPreview, Type.Null()]),
  outcomes: Type.Optional(BatchOutcomes),
  created_at: Type.String({
    description: 'When you sent it, in UTC.',
    format: 'date-time',
    examples: ['2026-11-17T09:29:00.000Z'],
  }),
  ready_at: momentReply('When every row was checked.'),
  confirmed_at: momentReply('When you confirmed it.'),
  cancelled_at: momentReply('When you cancelled it.'),
  completed_at: momentReply('When the last row ended.'),
})

export const BatchReply = namedObject('PayoutBatchReply', {
  status: successField,
  message: textReply('What happens next, in words.', 'Ready: 2 of 3 rows can be paid.'),
  batch: BatchView,
})

/** Value errors are problems of a row and not of the request, so the schema only limits the text. */
const RowBody = closedObject({
  bank_name: textField('The beneficiary’s bank: its name, a common short name or its code.', ['GTBank']),
  account_number: textField('Ten digits as text, including leading zeros.', ['0123456789'], 40),
  account_name: Type.Optional(
    textField('The beneficiary’s name. We compare it with the bank’s.', ['ADA OBI']),
  ),
  amount: amountField('The NGNC to sell for this row; 1 NGNC is ₦1.', sellBounds),
  reference: Type.Optional(
    textField(
      'Your own reference of this payment: 1 to 64 letters, digits, ".", "_" or "-", unique among your transactions. Without it we make one.',
      ['salary-2026-11-ada'],
    ),
  ),
})

export const BatchBody = namedObject('PayoutBatchRequest', {
  rows: Type.Array(RowBody, {
    description: `The payments, 1 to ${batchLimits.rows}.`,
    minItems: 1,
    maxItems: batchLimits.rows,
  }),
})

export type BatchBody = Static<typeof BatchBody>

const rowFields = new Set(Object.keys(RowBody.properties))
const requiredFields = RowBody.required
const MOST_WRONG_ROWS = 20

/**
 * Cuts the list after twenty rows that the schema refuses, and after one row too many. The answer names twenty problems, and without this
 * the schema would look for all problems of a million rows.
 */
export function leaveOutWrongRows(body: unknown): void {
  const rows = (body as Readonly<{ rows?: unknown }> | null)?.rows
  if (!Array.isArray(rows)) return
  if (rows.length > batchLimits.rows + 1) rows.length = batchLimits.rows + 1
  let wrong = 0
  const last = rows.findIndex((row: unknown) => {
    if (isWrongRow(row)) wrong += 1
    return wrong === MOST_WRONG_ROWS
  })
  if (last !== -1) rows.length = last + 1
}

function isWrongRow(row: unknown): boolean {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return true
  const fields = Object.entries(row)
  return (
    fields.some(([name, value]) => !rowFields.has(name) || typeof value === 'object') ||
    requiredFields.some((name) => !Object.hasOwn(row, name))
  )
}

export const ConfirmBody = namedObject('ConfirmBatchRequest', {
  rows: Type.Integer({
    description: '`rows` of the preview: how many payments you confirm.',
    minimum: 0,
    maximum: batchLimits.rows,
    examples: [2],
  }),
  total: Type.Unsafe<number | string>({
    type: ['number', 'string'],
    description: '`total` of the preview: the NGNC that you confirm. A number, or the same in quotes.',
    examples: [75000, '75000.00'],
  }),
  skip_problems: Type.Optional(
    Type.Boolean({
      description:
        'true: pay the rows without problems and skip the others. Without it, a problem refuses it.',
      examples: [true],
    }),
  ),
})

export type ConfirmBody = Static<typeof ConfirmBody>

export function readTotalMinor(body: ConfirmBody): bigint {
  return parseMoney(numberText(body, 'total') ?? String(body.total), 'NGNC').minor
}

export function readBatchId(params: Readonly<{ id: string }>): string {
  const id = parseId('batch', params.id)
  if (id === undefined)
    throw new Refusal('batch_unknown', 'No batch of your business in this mode has this id.')
  return id
}

/** `amounts` are the exact texts of the amounts in the rows. */
export function toGivenRows({ rows }: BatchBody, amounts: readonly string[]): GivenRow[] {
  return rows.map((row, place) => ({
    bankName: row.bank_name,
    accountNumber: row.account_number,
    accountName: row.account_name ?? null,
    amount: amounts[place] ?? String(row.amount),
    reference: row.reference ?? null,
  }))
}

export function toBatchWire(batch: Batch | CountedBatch) {
  const { preview, rowCount } = batch
  const counted = 'outcomes' in batch ? batch : undefined
  return {
    id: formatId('batch', batch.id),
    batch_id: formatId('batch', batch.id),
    state: batch.state,
    rows: rowCount,
    checked: batch.checkedRows,
    preview:
      preview === undefined
        ? null
        : {
            rows: preview.payableRows,
            total: jsonNumber(money('NGNC', preview.totalMinor)),
            fee: jsonNumber(money('NGNC', preview.feeMinor)),
            problem_rows: rowCount - preview.payableRows,
            ...(counted && { problems: counted.problems }),
          },
    ...(counted && {
      outcomes: Object.fromEntries(rowOutcomes.map((outcome) => [outcome, counted.outcomes[outcome] ?? 0])),
    }),
    created_at: batch.createdAt.toISOString(),
    ready_at: batch.readyAt?.toISOString() ?? null,
    confirmed_at: batch.confirmedAt?.toISOString() ?? null,
    cancelled_at: batch.cancelledAt?.toISOString() ?? null,
    completed_at: batch.completedAt?.toISOString() ?? null,
  }
}

export function messageOfBatch({ state, rowCount, checkedRows, preview }: Batch): string {
  const payable = `${preview?.payableRows ?? 0} of ${rowCount} rows`
  switch (state) {
    case 'checking':
      return `Checking: ${checkedRows} of ${rowCount} rows. Nothing is paid before you confirm the batch.`
    case 'ready':
      return `Ready: ${payable} can be paid. Nothing is paid before you confirm the batch.`
    case 'paying':
      return `Confirmed: ${payable} are being paid.`
    case 'completed':
      return `Completed: ${payable} were confirmed, and each has ended.`
    default:
      return 'Cancelled: nothing of it was paid.'
  }
}
