import type { FastifyInstance } from 'fastify'
import { readDrill } from '../../../flows/drills/drills.ts'
import { parseId } from '../../../kernel/ids/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { AppDeps } from '../app-deps.ts'
import { keyOf } from '../require-key.ts'
import { readDrillOperation } from './drill-operations.ts'
import { toDrillWire } from './drill-wire.ts'

export function readDrillRoute(app: FastifyInstance, { pool }: AppDeps): void {
  app.get<{ Params: { id: string } }>(
    '/drills/v1/:id',
    { config: { access: 'read', operation: readDrillOperation } },
    async (request) => {
      const id = parseId('transaction', request.params.id)
      if (id === undefined) throw new Refusal('transaction_unknown', 'There is no such drill.')
      return toDrillWire(await readDrill(pool, keyOf(request).tenant, id))
    },
  )
}
