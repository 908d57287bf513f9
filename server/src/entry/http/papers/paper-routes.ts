import type { FastifyInstance, FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { issuePaper } from '../../../flows/papers/issue-paper.ts'
import type { Paper } from '../../../flows/papers/paper.ts'
import { type PaperFacts, readPaperFacts } from '../../../flows/papers/read-paper-facts.ts'
import { writeReceipt } from '../../../flows/papers/receipt.ts'
import { writeTraceLetter } from '../../../flows/papers/trace-letter.ts'
import type { Tenant } from '../../../kernel/postgres/pool.ts'
import type { PaperKind } from '../../../records/transactions/paper-store.ts'
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
    'A one-page PDF for bookkeeping: what was paid, the fee, what was received, the references that a bank or a network can verify, its number, and a code that leads to a page where anyone can verify it. Only for completed and refunded transactions. The file is byte-identical until the transaction changes.',
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
  addPaper(app, deps, 'receipt', readReceiptOperation, (facts) =>
    writeReceipt(facts, deps.explorers, deps.issuer),
  )
}

export function readTraceLetterRoute(app: FastifyInstance, deps: AppDeps): void {
  addPaper(app, deps, 'trace-letter', readTraceLetterOperation, (facts) =>
    writeTraceLetter(facts, deps.issuer),
  )
}

const kinds = { receipt: 'receipt', 'trace-letter': 'trace_letter' } as const

function addPaper(
  app: FastifyInstance,
  deps: AppDeps,
  name: keyof typeof kinds,
  operation: Operation,
  write: (facts: PaperFacts) => Paper,
): void {
  app.get<{ Params: { id: string } }>(
    `${TRANSACTION_PATH}/${name}`,
    { config: { access: 'read', cost: 5, operation } },
    async (request, reply) => {
      const id = readTransactionId(request.params)
      const { tenant } = keyOf(request)
      const paper = write(await readPaperFacts(deps.pool, tenant, id))
      return sendPaper(
        reply,
        await handOut(deps, tenant, id, kinds[name], paper),
        `${name}-${request.params.id}`,
      )
    },
  )
}

/** Gives a paper its number and the address that verifies it. */
export async function handOut(
  { pool, clock, docs }: AppDeps,
  tenant: Tenant,
  transactionId: string,
  kind: PaperKind,
  paper: Paper,
): Promise<Paper> {
  const { number, token } = await issuePaper(pool, tenant, transactionId, kind, clock.now())
  return { ...paper, issued: { number, verifyUrl: `${docs.baseUrl}/verify/${token}` } }
}

export async function sendPaper(reply: FastifyReply, paper: Paper, name: string): Promise<FastifyReply> {
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}.pdf"`)
    .send(await drawPaper(paper))
}
