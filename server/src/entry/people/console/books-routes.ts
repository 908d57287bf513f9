import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { type ExportedPosting, selectPostings } from '../../../flows/console/books-store.ts'
import { readBooks, readBooksDay } from '../../../flows/console/read-books.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { formatMoney, money } from '../../../kernel/money/money.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { CSV_TYPE, toCsv } from '../../http/csv-text.ts'
import { closedObject } from '../../http/object-schemas.ts'
import type { PeopleDeps } from '../people-deps.ts'
import {
  exportBooksOperation,
  postingColumns,
  readBooksDayOperation,
  readBooksOperation,
} from './books-operations.ts'
import { DayParams, dayField, toBooksDayWire, toBooksWire } from './books-wire.ts'
import { CONSOLE_PATH, ConsoleParams } from './console-wire.ts'

export function readBooksRoute(app: FastifyInstance, { pool, clock }: PeopleDeps): void {
  app.route<{ Params: Static<typeof ConsoleParams> }>({
    method: 'GET',
    url: `${CONSOLE_PATH}/books`,
    config: { person: 'records.read', operation: readBooksOperation },
    schema: { params: ConsoleParams },
    handler: async (request) => {
      const books = await readBooks(pool, request.params.mode, clock.now())
      const differing = books.scopes.filter(({ state }) => state !== 'agrees').length
      return {
        status: 'success',
        message: differing === 0 ? 'Everything agrees.' : `${differing} of ${books.scopes.length} differ.`,
        ...toBooksWire(books),
      }
    },
  })
}

export function readBooksDayRoute(app: FastifyInstance, { pool, relyingParty }: PeopleDeps): void {
  app.route<{ Params: Static<typeof DayParams> }>({
    method: 'GET',
    url: `${CONSOLE_PATH}/books/days/:day`,
    config: { person: 'records.read', operation: readBooksDayOperation },
    schema: { params: DayParams },
    handler: async (request) => {
      requireDay(request.params.day)
      const found = await readBooksDay(pool, relyingParty, request.params)
      return {
        status: 'success',
        message: found.day.madeAt === undefined ? 'The day is not closed.' : 'The day is closed.',
        ...toBooksDayWire(found),
      }
    },
  })
}

const ExportQuery = closedObject({ from: dayField('The first day.'), to: dayField('The last day.') })

const MOST_DAYS = 31
const DAY_MS = 86_400_000

/** 200: every posting of some days as one file, which is produced while it is read. */
export function exportBooksRoute(app: FastifyInstance, { pool }: PeopleDeps): void {
  app.route<{ Params: Static<typeof ConsoleParams>; Querystring: Static<typeof ExportQuery> }>({
    method: 'GET',
    url: `${CONSOLE_PATH}/books/export`,
    config: { person: 'records.read', operation: exportBooksOperation },
    schema: { params: ConsoleParams, querystring: ExportQuery },
    handler: async (request, reply) => {
      const { mode } = request.params
      const { from, to } = request.query
      const days = (requireDay(to) - requireDay(from)) / DAY_MS + 1
      if (days < 1 || days > MOST_DAYS)
        throw new Refusal('field_invalid', `Export from 1 to ${MOST_DAYS} days: "to" is not before "from".`)
      reply
        .type(CSV_TYPE)
        .header('content-disposition', `attachment; filename="books-${mode}-${from}-${to}.csv"`)
      return reply.send(Readable.from(toLines(pool, { mode, from, to }), { objectMode: false }))
    },
  })
}

function requireDay(text: string): number {
  const at = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text)
    throw new Refusal('field_invalid', `${text} is not a day. Send a day such as 2026-11-17.`)
  return at
}

const ENTRIES_AT_ONCE = 5_000

async function* toLines(sql: Sql, what: Readonly<{ mode: Mode; from: string; to: string }>) {
  yield toCsv([postingColumns])
  for (let last: ExportedPosting | undefined; ; ) {
    const page: readonly ExportedPosting[] = await selectPostings(sql, {
      ...what,
      after: last,
      most: ENTRIES_AT_ONCE,
    })
    last = page.at(-1)
    if (last === undefined) return
    yield toCsv(page.map(toLine))
  }
}

function toLine(one: ExportedPosting): string[] {
  return [
    formatId('entry', one.entryId),
    String(one.ordinal),
    one.day,
    one.at.toISOString(),
    one.step,
    one.debit,
    one.credit,
    one.asset,
    formatMoney(money(one.asset, BigInt(one.minor))),
    one.minor,
    one.transactionId === null ? '' : formatId('transaction', one.transactionId),
    one.reverses === null ? '' : formatId('entry', one.reverses),
  ]
}
