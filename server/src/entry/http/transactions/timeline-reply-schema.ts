import { Type } from 'typebox'
import { successField, textReply, transactionFields, wordReply } from '../reply-fields.ts'
import { holderWords } from './timeline-wire.ts'

const holder = wordReply(
  Object.values(holderWords),
  'Who had the money from then on: nobody else could move it.',
)

const expectedBy = Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
  description: 'When this should be over; null when it is final, or when nobody can promise.',
  examples: ['2026-11-15T09:40:03.411Z'],
})

const Evidence = Type.Object(
  {
    kind: wordReply(
      ['credit', 'session', 'transfer', 'hash', 'deposit', 'payout', 'deposit_address', 'memo'],
      'credit, transfer, deposit and payout are ids of ours; session is the bank’s own name for a payment, hash the network’s for a transfer; deposit_address is where the tokens of a sell are to be sent, with the memo that must be sent along where there is one.',
    ),
    id: textReply(
      'What to look for, or to show to somebody who asks.',
      'crd_01a1dcc5c0de7b3f8a1c22d3e4f5a6b7',
    ),
    url: Type.Union([Type.String(), Type.Null()], {
      description:
        'Where anybody can look at it: a page of an explorer of the network. Null where there is none.',
      examples: ['https://polygonscan.com/tx/0x5f2b'],
    }),
  },
  { additionalProperties: false },
)

const TimelineStep = Type.Object(
  {
    at: Type.String({ format: 'date-time', description: 'When it happened, in UTC.' }),
    event: textReply('What happened, for programs. New words may come.', 'paid_in_full'),
    status: textReply('Where the transaction was from then on.', 'payment_received'),
    sentence: textReply('The same, for people.', 'All of the naira has arrived and is being checked.'),
    holder,
    expected_by: expectedBy,
    evidence: Type.Array(Evidence, { description: 'What it can be shown by; may be empty.' }),
  },
  { $id: 'TimelineStep', additionalProperties: false },
)

export const TimelineReply = Type.Object(
  {
    status: successField,
    message: textReply('Where the money is now, in a sentence.', 'The tokens have arrived.'),
    timeline: Type.Object(
      {
        transaction_id: transactionFields.transaction_id,
        status: textReply('Where it has got to.', 'completed'),
        holder,
        expected_by: expectedBy,
        steps: Type.Array(TimelineStep, { description: 'Oldest first.' }),
      },
      { additionalProperties: false },
    ),
  },
  { $id: 'TimelineReply', additionalProperties: false },
)
