import { stringify } from 'csv-stringify/sync'
import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import {
  listStatement,
  MOST_MOVEMENTS,
  type Period,
  readStatement,
  type Statement,
  writeStatement,
} from '../../../flows/papers/statement.ts'
import { formatMoney, jsonNumber, money } from '../../../kernel/money/money.ts'
import { asTenant } from '../../../kernel/postgres/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { selectOwnBalanceDays } from '../../../records/ledger/own-balance-store.ts'
import type { AppDeps } from '../app-deps.ts'
import { onlyPage, pageReplyFields, readFrom, readTo } from '../list-query.ts'
import { closedObject, namedObject } from '../object-schemas.ts'
import { type Operation, successExample } from '../openapi/operation.ts'
import { drawPaper } from '../papers/draw-paper.ts'
import { readFields } from '../read-fields.ts'
import { amountReply, successField, textReply } from '../reply-fields.ts'
import { keyOf } from '../require-key.ts'

const day = (description: string, example: string) =>
  Type.String({ description, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', examples: [example] })

const DaysQuery = closedObject({
  from: day('The first day, Lagos time.', '2026-11-01'),
  to: day('The last day, Lagos time, included. At most 366 days after the first.', '2026-11-15'),
})

type DaysQuery = Static<typeof DaysQuery>

const DAY_MS = 24 * 60 * 60 * 1000
const MOST_DAYS = 366

const BalanceDaysReply = namedObject('BalanceDaysReply', {
  status: successField,
  message: textReply('A message for people.', '15 days.'),
  days: Type.Array(
    namedObject('BalanceDay', {
      day: day('The day, Lagos time.', '2026-11-15'),
      in: amountReply('The NGNC that came in.', 25000.5),
      out: amountReply('The NGNC that went out.', 5000),
      closing: amountReply('The balance at the end of the day, or now.', 125000.5),
    }),
    { description: 'Oldest first. Days without a movement are included.' },
  ),
  ...pageReplyFields,
})

const listBalanceDaysOperation: Operation = {
  id: 'listBalanceDays',
  tag: 'Balances',
  summary: 'List the balance by day',
  description:
    'What came in, what went out and the balance at the end of each day. A day begins and ends at midnight in Lagos.',
  replies: {
    200: {
      description: 'The days.',
      schema: BalanceDaysReply,
      examples: {
        day: successExample('One day', '1 day.', {
          days: [{ day: '2026-11-15', in: 25000.5, out: 5000, closing: 125000.5 }],
          ...onlyPage,
        }),
      },
    },
  },
  refusals: [],
}

const columns = [
  'at',
  'at_lagos',
  'description',
  'amount',
  'balance',
  'asset',
  'type',
  'reference',
  'transaction_id',
  'movement_id',
] as const

const csvExample = `${columns.join(',')}\r
2026-10-31T23:00:00.000Z,2026-11-01 00:00:00,Opening balance,,100000,NGNC,,,,\r
2026-11-15T09:30:02.190Z,2026-11-15 10:30:02,Naira of a buy arrived and became NGNC,25000.5,125000.5,NGNC,Buy,order-2291,txn_01a1dcc33c477feca0d6d2cee34c8ce8,ent_01a1dcc5c0de7b3f8a1c22d3e4f5a6b7\r
2026-11-15T23:00:00.000Z,2026-11-16 00:00:00,Closing balance,,125000.5,NGNC,,,,\r
`

const readStatementCsvOperation: Operation = {
  id: 'readStatementCsv',
  tag: 'Balances',
  summary: 'Download a statement as CSV',
  description: `A file for a spreadsheet: the opening balance, every movement with the balance after it, oldest first, and the closing balance. The amount of a movement is negative if it left the balance. Amounts are exact. At most ${MOST_MOVEMENTS.csv} movements; choose a shorter period if you get \`export_too_large\`.

We check before we answer that the opening balance and the movements give the closing balance in our ledger. A cell of text that begins with \`=\`, \`+\`, \`-\` or \`@\` is prefixed with an apostrophe, so that no spreadsheet runs it as a formula.`,
  replies: {
    200: {
      description: 'The statement.',
      contentType: 'text/csv',
      schema: Type.String({ description: `Columns: ${columns.join(', ')}.` }),
      examples: { file: { summary: 'One movement', value: csvExample } },
    },
  },
  refusals: ['export_too_large'],
}

const readStatementPdfOperation: Operation = {
  id: 'readStatementPdf',
  tag: 'Balances',
  summary: 'Download a statement as PDF',
  description: `The same statement to print, with the sums of what came in and went out. At most ${MOST_MOVEMENTS.pdf} movements.`,
  replies: {
    200: {
      description: 'The statement.',
      contentType: 'application/pdf',
      schema: Type.String({ format: 'binary', description: 'A4 pages.' }),
      examples: { paper: { summary: 'The first bytes of a PDF', value: '%PDF-1.3' } },
    },
  },
  refusals: ['export_too_large'],
}

/** 200: the balance at the end of each day. */
export function listBalanceDaysRoute(app: FastifyInstance, { pool }: AppDeps): void {
  app.get<{ Querystring: DaysQuery }>(
    '/balances/v1/days',
    { schema: { querystring: DaysQuery }, config: { access: 'read', operation: listBalanceDaysOperation } },
    async (request) => {
      readPeriod(request.query)
      const { from, to } = request.query
      const rows = await asTenant(pool, keyOf(request).tenant, async (sql) =>
        selectOwnBalanceDays(sql, from, to),
      )
      const tokens = (minor: bigint) => jsonNumber(money('NGNC', minor))
      const days = rows.map((row) => ({
        day: row.day,
        in: tokens(row.inMinor),
        out: tokens(row.outMinor),
        closing: tokens(row.closingMinor),
      }))
      const message = days.length === 1 ? '1 day.' : `${days.length} days.`
      return { status: 'success', message, days, ...onlyPage }
    },
  )
}

export function readStatementCsvRoute(app: FastifyInstance, deps: AppDeps): void {
  addStatement(app, deps, 'csv', readStatementCsvOperation, 'text/csv; charset=utf-8', async (statement) =>
    toCsv(statement),
  )
}

export function readStatementPdfRoute(app: FastifyInstance, deps: AppDeps): void {
  addStatement(app, deps, 'pdf', readStatementPdfOperation, 'application/pdf', async (statement) =>
    drawPaper(writeStatement(statement)),
  )
}

/** 200: a file with the movements of a period. */
function addStatement(
  app: FastifyInstance,
  { exports }: AppDeps,
  format: 'csv' | 'pdf',
  operation: Operation,
  contentType: string,
  write: (statement: Statement) => Promise<string | Buffer>,
): void {
  app.get<{ Querystring: DaysQuery }>(
    `/balances/v1/statement/${format}`,
    { schema: { querystring: DaysQuery }, config: { access: 'read', cost: 20, operation } },
    async (request, reply) => {
      const period = readPeriod(request.query)
      await exports.begin(reply)
      const statement = await readStatement(
        exports.pool,
        keyOf(request).tenant,
        period,
        MOST_MOVEMENTS[format],
      )
      const { from, to } = request.query
      return reply
        .type(contentType)
        .header('content-disposition', `attachment; filename="statement-${from}-to-${to}.${format}"`)
        .send(await write(statement))
    },
  )
}

function readPeriod(query: DaysQuery): Period {
  const { from, to } = readFields({ from: () => readFrom(query.from), to: () => readTo(query.to) })
  // Both are required, so they are read.
  const period = { from: from ?? new Date(0), to: to ?? new Date(0) }
  const days = (period.to.getTime() - period.from.getTime()) / DAY_MS
  if (days < 1) throw new Refusal('field_invalid', 'from must not be after to. Exchange the two days.')
  if (days > MOST_DAYS)
    throw new Refusal('field_invalid', `from and to are more than ${MOST_DAYS} days apart. Ask for less.`)
  return period
}

const LAGOS_OFFSET_MS = 60 * 60 * 1000
const typeWords: Readonly<Record<string, string>> = { buy: 'Buy', sell: 'Sell', withdrawal: 'Withdrawal' }

function toCsv(statement: Statement): string {
  const lines = listStatement(statement).map((line) => {
    const cells: Readonly<Record<(typeof columns)[number], string>> = {
      at: line.at.toISOString(),
      at_lagos: new Date(line.at.getTime() + LAGOS_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' '),
      description: line.what,
      amount: line.id === '' ? '' : formatMoney(money('NGNC', line.amountMinor)),
      balance: formatMoney(money('NGNC', line.balanceMinor)),
      asset: 'NGNC',
      type: typeWords[line.type] ?? '',
      reference: inert(line.reference),
      transaction_id: line.transactionId,
      movement_id: line.id,
    }
    return columns.map((column) => cells[column])
  })
  return stringify([columns, ...lines], { record_delimiter: 'windows', quoted_match: /[\r\n]/ })
}

/** A business typed the reference. Only this cell is defused: an amount may begin with a minus. */
function inert(text: string): string {
  return /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
}
