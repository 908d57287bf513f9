import type { FastifyInstance } from 'fastify'
import type { Paper } from '../../../flows/papers/paper.ts'
import { type PaperFacts, readPaperFacts } from '../../../flows/papers/read-paper-facts.ts'
import { writeReceipt } from '../../../flows/papers/receipt.ts'
import { writeTraceLetter } from '../../../flows/papers/trace-letter.ts'
import type { AppDeps } from '../app-deps.ts'
import type { Operation } from '../openapi/operation.ts'
import { keyOf } from '../require-key.ts'
import { readTransactionId, TRANSACTION_PATH } from '../transactions/transaction-path.ts'
import { drawPaper } from './draw-paper.ts'
import { readReceiptOperation, readTraceLetterOperation } from './paper-operations.ts'

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
