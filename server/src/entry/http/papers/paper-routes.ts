import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Paper } from '../../../flows/papers/paper.ts'
import { type PaperFacts, readPaperFacts } from '../../../flows/papers/read-paper-facts.ts'
import { writeReceipt } from '../../../flows/papers/receipt.ts'
import { writeTraceLetter } from '../../../flows/papers/trace-letter.ts'
import type { AppDeps } from '../app-deps.ts'
import type { Operation, Reply } from '../openapi/operation.ts'
import { keyOf } from '../require-key.ts'
import {
  readTransactionId,
  TRANSACTION_PATH,
  TransactionPath,
} from '../transactions/told-transaction-wire.ts'
import { drawPaper } from './draw-paper.ts'

const pdf = (description: string): Reply => ({
  description,
  contentType: 'application/pdf',
  schema: Type.String({ format: 'binary', description: 'One A4 page.' }),
  examples: { paper: { summary: 'The first bytes of a PDF', value: '%PDF-1.3' } },
})

const readReceiptOperation: Operation = {
  id: 'readReceipt',
  tag: 'Transactions',
  summary: 'Download a receipt',
  description:
    'A one-page PDF for bookkeeping: what was paid, the fee, what was received, and the references that a bank or a network can verify. Only for completed and refunded transactions. The file is byte-identical until the transaction changes.',
  parameters: { path: TransactionPath },
  replies: { 200: pdf('The receipt.') },
  refusals: ['transaction_unknown', 'receipt_not_ready', 'not_found'],
}

const readTraceLetterOperation: Operation = {
  id: 'readTraceLetter',
  tag: 'Transactions',
  summary: 'Download a trace letter',
  description:
    'A PDF to give to a bank: for a payer whose naira did not reach us, or for a beneficiary who cannot see a payout or refund. It states the amount, the date, the accounts, the session id if there is one, and what the bank should do.',
  parameters: { path: TransactionPath },
  replies: { 200: pdf('The letter.') },
  refusals: ['transaction_unknown', 'trace_letter_not_possible', 'not_found'],
}

/** 200: a page of PDF. */
export function readReceiptRoute(app: FastifyInstance, deps: AppDeps): void {
  addPaper(app, deps, 'receipt', readReceiptOperation, (facts) => writeReceipt(facts, deps.explorers))
}

export function readTraceLetterRoute(app: FastifyInstance, deps: AppDeps): void {
  addPaper(app, deps, 'trace-letter', readTraceLetterOperation, writeTraceLetter)
}

function addPaper(
  app: FastifyInstance,
  { pool }: AppDeps,
  name: string,
  operation: Operation,
  write: (facts: PaperFacts) => Paper,
): void {
  app.get<{ Params: { id: string } }>(
    `${TRANSACTION_PATH}/${name}`,
    { config: { access: 'read', operation } },
    async (request, reply) => {
      const id = readTransactionId(request.params)
      const paper = write(await readPaperFacts(pool, keyOf(request).tenant, id))
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${name}-${request.params.id}.pdf"`)
        .send(await drawPaper(paper))
    },
  )
}
