import type { FastifyInstance } from 'fastify'
import { asTenant } from '../../../kernel/postgres/pool.ts'
import { selectOwnMovements } from '../../../records/ledger/own-balance-store.ts'
import type { AppDeps } from '../app-deps.ts'
import { writeCursor } from '../page-cursor.ts'
import { keyOf } from '../require-key.ts'
import { listMovementsOperation } from './list-movements-operation.ts'
import { MovementsQuery, readMovementsQuery, toMovementWire } from './movement-wire.ts'

/** 200: a page of what moved the balance of the key's own business. */
export function listMovementsRoute(app: FastifyInstance, { pool }: AppDeps): void {
  app.get<{ Querystring: MovementsQuery }>(
    '/balances/v1/statement',
    {
      schema: { querystring: MovementsQuery },
      config: { access: 'read', operation: listMovementsOperation },
    },
    async (request) => {
      const asked = readMovementsQuery(request.query)
      const { tenant } = keyOf(request)
      const page = await asTenant(pool, tenant, async (sql) => selectOwnMovements(sql, asked))
      const next = page.nextBefore === undefined ? null : writeCursor('movements', page.nextBefore)
      const message = next === null ? 'This is the last page.' : 'There is more: ask again with after = next.'
      return { status: 'success', message, movements: page.movements.map(toMovementWire), next }
    },
  )
}
