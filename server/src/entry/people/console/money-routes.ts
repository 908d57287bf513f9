import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { previewStatement } from '../../../flows/console/preview-statement.ts'
import { readMoney } from '../../../flows/console/read-money.ts'
import { closedObject } from '../../http/object-schemas.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { CONSOLE_PATH, ConsoleParams } from './console-wire.ts'
import { previewStatementOperation, readMoneyOperation } from './money-operations.ts'
import { toMoneyWire, toStatementWire } from './money-wire.ts'

// A statement of 20 MB, in base64.
const MOST_BYTES = 28_000_000

export function readMoneyRoute(app: FastifyInstance, { pool, clock }: PeopleDeps): void {
  app.route<{ Params: Static<typeof ConsoleParams> }>({
    method: 'GET',
    url: `${CONSOLE_PATH}/money`,
    config: { person: 'records.read', operation: readMoneyOperation },
    schema: { params: ConsoleParams },
    handler: async (request) => {
      const now = await readMoney(pool, request.params.mode, clock.now())
      const count = now.places.length
      return {
        status: 'success',
        message: count === 1 ? '1 place of money.' : `${count} places of money.`,
        ...toMoneyWire(now),
      }
    },
  })
}

const StatementBody = closedObject({
  content: Type.String({
    description: 'The file, in base64.',
    pattern: '^[A-Za-z0-9+/]*=*$',
    minLength: 4,
    examples: ['QWNjb3VudA=='],
  }),
})

export function previewStatementRoute(app: FastifyInstance, { pool, tools }: PeopleDeps): void {
  app.route<{ Params: Static<typeof ConsoleParams>; Body: Static<typeof StatementBody> }>({
    method: 'POST',
    url: `${CONSOLE_PATH}/statements/preview`,
    bodyLimit: MOST_BYTES,
    config: { person: 'statements.import', operation: previewStatementOperation },
    schema: { params: ConsoleParams, body: StatementBody },
    handler: async (request) => {
      const file = Buffer.from(request.body.content, 'base64')
      const formats = await tools.readStatementFormats()
      const preview = await previewStatement(pool, request.params.mode, formats, file)
      return {
        status: 'success',
        message: 'The rows add up. Nothing is recorded yet.',
        ...toStatementWire(preview),
      }
    },
  })
}
