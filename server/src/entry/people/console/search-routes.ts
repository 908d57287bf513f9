import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { selectNewest } from '../../../flows/console/money-store.ts'
import { searchRecords } from '../../../flows/console/search-records.ts'
import { describeSubjects } from '../../../records/cases/stories/find-subjects-store.ts'
import { closedObject } from '../../http/object-schemas.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { CONSOLE_PATH, ConsoleParams } from './console-wire.ts'
import { listNewestOperation, searchOperation } from './search-operations.ts'
import { toSearchWire, toSubjectWire } from './search-wire.ts'

const MOST_FOUND = 20
const MOST_NEWEST = 50

const SearchQuery = closedObject({
  q: Type.String({
    description: 'What somebody reads to you: any identifier, or a name.',
    minLength: 2,
    maxLength: 200,
    examples: ['order-2291'],
  }),
})

export function searchRoute(app: FastifyInstance, { pool, tools }: PeopleDeps): void {
  app.route<{ Params: Static<typeof ConsoleParams>; Querystring: Static<typeof SearchQuery> }>({
    method: 'GET',
    url: `${CONSOLE_PATH}/search`,
    config: { person: 'records.read', operation: searchOperation },
    schema: { params: ConsoleParams, querystring: SearchQuery },
    handler: async (request) => {
      const { mode } = request.params
      const deps = { sql: pool, rules: await tools.readWalletRules() }
      const text = request.query.q
      const found = await searchRecords(deps, { text, most: MOST_FOUND, mode })
      const other =
        found.lines.length > 0
          ? undefined
          : await searchRecords(deps, { text, most: 1, mode: mode === 'live' ? 'test' : 'live' })
      const count = found.lines.length
      return {
        status: 'success',
        message: count === 1 ? '1 result.' : `${count} results.`,
        ...toSearchWire(found, (other?.lines.length ?? 0) > 0),
      }
    },
  })
}

export function listNewestRoute(app: FastifyInstance, { pool }: PeopleDeps): void {
  app.route<{ Params: Static<typeof ConsoleParams> }>({
    method: 'GET',
    url: `${CONSOLE_PATH}/transactions`,
    config: { person: 'records.read', operation: listNewestOperation },
    schema: { params: ConsoleParams },
    handler: async (request) => {
      const ids = await selectNewest(pool, request.params.mode, MOST_NEWEST)
      const lines = await describeSubjects(
        pool,
        ids.map((id) => ({ kind: 'transaction', id })),
      )
      return {
        status: 'success',
        message: lines.length === 1 ? '1 transaction.' : `${lines.length} transactions.`,
        transactions: lines.map(toSubjectWire),
      }
    },
  })
}
