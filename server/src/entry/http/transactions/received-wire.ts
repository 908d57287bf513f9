import { Type } from 'typebox'
import { jsonNumber } from '../../../kernel/money/money.ts'
import type { Timeline } from '../../../records/transactions/timeline/timeline-step.ts'
import { closedObject } from '../object-schemas.ts'
import { textReply } from '../reply-fields.ts'
import { expectedBy, holder, holderWords } from './timeline-wire.ts'

const Received = closedObject({
  amount: Type.Union([Type.Number(), Type.Null()], {
    description:
      'The naira that have arrived so far. Null if a payment arrived that may belong here and nothing proves it yet.',
    examples: [20001],
  }),
  matched: Type.Boolean({
    description: 'Whether the naira are given to this transaction. False: we hold them and check.',
    examples: [true],
  }),
  holder,
  message: textReply('What happens next, in words.', 'All of the naira has arrived and is being checked.'),
  expected_by: expectedBy,
})

export const receivedField = Type.Union([Received, Type.Null()], {
  description:
    'The naira that have arrived for a buy, who holds them, what happens next and by when. Null if none have, and for a sell or a withdrawal.',
})

export function toReceivedWire({ received, sentence, ...timeline }: Timeline) {
  if (received === null) return null
  return {
    amount: received.amount === null ? null : jsonNumber(received.amount),
    matched: received.isMatched,
    holder: holderWords[timeline.holder],
    message: sentence,
    expected_by: timeline.expectedBy?.toISOString() ?? null,
  }
}
