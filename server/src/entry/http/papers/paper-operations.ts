import { Type } from 'typebox'
import type { Operation, Reply } from '../openapi/operation.ts'
import { TransactionPath } from '../transactions/transaction-path.ts'

const pdf = (description: string): Reply => ({
  description,
  contentType: 'application/pdf',
  schema: Type.String({ format: 'binary', description: 'One page of A4.' }),
  examples: { paper: { summary: 'As every PDF begins', value: '%PDF-1.3' } },
})

export const readReceiptOperation: Operation = {
  id: 'readReceipt',
  tag: 'Transactions',
  summary: 'Receipt, as a PDF',
  description:
    'One page for whoever keeps books: what was paid, what it cost, what was got for it, and what it can be shown by to a bank or on a network. Only of what is completed or refunded. The same transaction gives the same bytes until it changes.',
  parameters: { path: TransactionPath },
  replies: { 200: pdf('The receipt.') },
  refusals: ['transaction_unknown', 'receipt_not_ready', 'not_found'],
}

export const readTraceLetterOperation: Operation = {
  id: 'readTraceLetter',
  tag: 'Transactions',
  summary: 'Letter to a bank, as a PDF',
  description:
    'For a payer whose naira did not reach us, to take to their bank; for a beneficiary who does not see a payout or a refund, to take to theirs. It names the amount, the day, the accounts, the session id where there is one, and what the bank is asked to do.',
  parameters: { path: TransactionPath },
  replies: { 200: pdf('The letter.') },
  refusals: ['transaction_unknown', 'trace_letter_not_possible', 'not_found'],
}
