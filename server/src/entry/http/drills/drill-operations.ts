import { Type } from 'typebox'
import { drillMachine } from '../../../records/transactions/drill-machine.ts'
import { IdempotencyHeader } from '../openapi/idempotency-header.ts'
import type { Operation } from '../openapi/operation.ts'
import { wordReply } from '../reply-fields.ts'

const id = {
  pattern: '^txn_[0-9a-f]{32}$',
  description: 'The id of the drill.',
  examples: ['txn_01a1dcc33c477feca0d6d2cee34c8ce8'],
}

const DrillReply = Type.Object(
  {
    drill: Type.Object(
      {
        id: Type.String(id),
        status: wordReply(Object.keys(drillMachine.meanings), 'How far it has got.'),
      },
      { additionalProperties: false },
    ),
  },
  { $id: 'DrillReply', additionalProperties: false },
)

function drillExample(status: string) {
  return { summary: `A drill that is ${status}`, value: { drill: { id: id.examples[0], status } } }
}

export const startDrillOperation: Operation = {
  id: 'startDrill',
  tag: 'Service',
  summary: 'Start a drill',
  description:
    'A drill goes through every part of the service and moves no money. Test keys only. Send no body, or an empty JSON object.',
  parameters: { header: IdempotencyHeader },
  replies: {
    202: {
      description: 'Recorded; it will go on by itself.',
      schema: DrillReply,
      headers: ['Idempotent-Replayed'],
      examples: { started: drillExample('started') },
    },
  },
  refusals: ['test_mode_only', 'idempotency_key_invalid', 'idempotency_key_conflict'],
}

export const readDrillOperation: Operation = {
  id: 'readDrill',
  tag: 'Service',
  summary: 'Read a drill',
  description: 'How far a drill has got. A drill of another business does not exist.',
  parameters: { path: Type.Object({ id: Type.String(id) }) },
  replies: {
    200: { description: 'The drill.', schema: DrillReply, examples: { finished: drillExample('finished') } },
  },
  refusals: ['transaction_unknown', 'not_found'],
}
