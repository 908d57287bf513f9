import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { readWholeTransaction } from '../../../flows/console/read-transaction.ts'
import { parseId } from '../../../kernel/ids/ids.ts'
import { closedObject } from '../../http/object-schemas.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { CONSOLE_PATH, ConsoleParams } from './console-wire.ts'
import { readTransactionOperation } from './transaction-operations.ts'
import { toTransactionWire } from './transaction-wire.ts'

const TransactionParams = closedObject({
  ...ConsoleParams.properties,
  id: Type.String({ pattern: '^txn_[0-9a-f]{32}$', description: 'The id of the transaction.' }),
})

/** No transaction has this id. */
const NOBODY = '00000000-0000-7000-8000-000000000000'

export function readTransactionRoute(app: FastifyInstance, { pool }: PeopleDeps): void {
  app.route<{ Params: Static<typeof TransactionParams> }>({
    method: 'GET',
    url: `${CONSOLE_PATH}/transactions/:id`,
    config: { person: 'records.read', operation: readTransactionOperation },
    schema: { params: TransactionParams },
    handler: async (request) => {
      const { mode, id } = request.params
      const whole = await readWholeTransaction(pool, mode, parseId('transaction', id) ?? NOBODY)
      return { status: 'success', message: whole.story.timeline.sentence, ...toTransactionWire(whole) }
    },
  })
}
