import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { readDrill, startDrill } from '../../../flows/drills/drills.ts'
import { formatId, parseId } from '../../../kernel/ids/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Drill } from '../../../records/transactions/accepting/drill-store.ts'
import { drillMachine } from '../../../records/transactions/machines/machines.ts'
import type { AppDeps } from '../app-deps.ts'
import { closedObject, namedObject } from '../object-schemas.ts'
import { IdempotencyHeader, type Operation } from '../openapi/operation.ts'
import { wordReply } from '../reply-fields.ts'
import { keyOf } from '../require-key.ts'
import { readIdempotencyKey } from '../transaction-wire.ts'

const id = {
  pattern: '^txn_[0-9a-f]{32}$',
  description: 'The id of the drill.',
  examples: ['txn_01a1dcc33c477feca0d6d2cee34c8ce8'],
}

const DrillReply = namedObject('DrillReply', {
  drill: closedObject({
    id: Type.String(id),
    status: wordReply(Object.keys(drillMachine.meanings), 'The current status.'),
  }),
})

const startDrillOperation: Operation = {
  id: 'startDrill',
  tag: 'Service',
  summary: 'Start a drill',
  description:
    'A drill exercises every part of the service and moves no money. Test keys only. Send no body or an empty JSON object.',
  parameters: { header: IdempotencyHeader },
  replies: {
    202: {
      description: 'Recorded. The drill runs in the background.',
      schema: DrillReply,
      headers: ['Idempotent-Replayed'],
      examples: { started: drillExample('started') },
    },
  },
  refusals: ['test_mode_only', 'idempotency_key_invalid', 'idempotency_key_conflict'],
}

const readDrillOperation: Operation = {
  id: 'readDrill',
  tag: 'Service',
  summary: 'Read a drill',
  description: 'The status of a drill. A drill of another business returns 404.',
  parameters: { path: Type.Object({ id: Type.String(id) }) },
  replies: {
    200: { description: 'The drill.', schema: DrillReply, examples: { finished: drillExample('finished') } },
  },
  refusals: ['transaction_unknown', 'not_found'],
}

/** 202: the drill is recorded and will pass through every part of the service. It moves no money. */
export function startDrillRoute(app: FastifyInstance, deps: AppDeps): void {
  app.post(
    '/drills/v1',
    { config: { access: 'buy', idempotency: 'named', operation: startDrillOperation } },
    async (request, reply) => {
      const idempotencyKey = readIdempotencyKey(request.headers['idempotency-key'])
      const drill = await startDrill(deps, keyOf(request).tenant, idempotencyKey)
      if (drill.isReplay) reply.header('idempotent-replayed', 'true')
      else deps.wake(drill.id)
      return reply.code(202).send(toDrillWire(drill))
    },
  )
}

export function readDrillRoute(app: FastifyInstance, { pool }: AppDeps): void {
  app.get<{ Params: { id: string } }>(
    '/drills/v1/:id',
    { config: { access: 'read', operation: readDrillOperation } },
    async (request) => {
      const id = parseId('transaction', request.params.id)
      // Only text that looks like an id is repeated.
      const named = /^txn_[0-9a-f]{32}$/.test(request.params.id) ? `the id ${request.params.id}` : 'this id'
      if (id === undefined) throw new Refusal('transaction_unknown', `No drill has ${named}.`)
      return toDrillWire(await readDrill(pool, keyOf(request).tenant, id))
    },
  )
}

function drillExample(status: string) {
  return { summary: `A drill with status ${status}`, value: { drill: { id: id.examples[0], status } } }
}

/** A drill as the caller sees it. */
function toDrillWire(drill: Drill): { drill: { id: string; status: string } } {
  return { drill: { id: formatId('transaction', drill.id), status: drill.status } }
}
