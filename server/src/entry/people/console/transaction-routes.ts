import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { readWholeTransaction } from '../../../flows/console/read-transaction.ts'
import { parseId } from '../../../kernel/ids/ids.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { CONSOLE_PATH, TransactionParams } from './console-wire.ts'
import { readTransactionOperation } from './transaction-operations.ts'
import { toTransactionWire } from './transaction-wire.ts'

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
