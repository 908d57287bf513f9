import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type ExportPages, exportTransactions } from '../../../flows/transactions/export-transactions.ts'
import type { AppDeps } from '../app-deps.ts'
import { keyOf } from '../require-key.ts'
import { exportTransactionsOperation } from './export-transactions-operation.ts'
import { csvHeader, csvLines } from './transaction-csv.ts'
import { ExportQuery, readFilter } from './transactions-query.ts'

const CSV_TYPE = 'text/csv; charset=utf-8'

/** 200: all that fit as one file, which is made while it is read. */
export function exportTransactionsRoute(app: FastifyInstance, { pool }: AppDeps): void {
  app.get<{ Querystring: ExportQuery }>(
    '/transactions/v1/export',
    {
      schema: { querystring: ExportQuery },
      config: { access: 'read', operation: exportTransactionsOperation },
    },
    async (request, reply) => {
      const pages = await exportTransactions(pool, keyOf(request).tenant, readFilter(request.query))
      reply.type(CSV_TYPE).header('content-disposition', 'attachment; filename="transactions.csv"')
      return reply.send(Readable.from(toLines(pages), { objectMode: false }))
    },
  )
}

async function* toLines(pages: ExportPages) {
  yield csvHeader()
  for await (const page of pages) yield csvLines(page)
}
