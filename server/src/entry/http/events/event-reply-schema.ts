import { Type } from 'typebox'
import { eventTypes } from '../../../records/transactions/event-types.ts'
import { BuyTransaction } from '../buys/buy-reply-schema.ts'
import { successField, textReply, wordReply } from '../reply-fields.ts'
import { SellTransaction } from '../sells/sell-reply-schema.ts'
import { WithdrawalTransaction } from '../withdrawals/withdrawal-reply-schema.ts'

export const eventIdReply = Type.String({
  description: 'The id of the event. It is the same wherever the event is told, and however often.',
  pattern: '^evt_[0-9a-f]{32}$',
  examples: ['evt_01a1dcc33c497c2e9a3b52d7c1e0f4a6'],
})

export const modeReply = wordReply(['live', 'test'], 'Of which mode it is.')

export const Event = Type.Object(
  {
    id: eventIdReply,
    type: wordReply(eventTypes, 'What it is about, and the status that it led to. New ones may come.'),
    number: Type.Integer({
      description: 'Its place in the feed of your business in this mode: 1, 2, 3 … without a gap.',
      minimum: 1,
      examples: [1284],
    }),
    sequence: Type.Integer({
      description: 'The how-manieth step of its transaction it is: 1, 2, 3 … without a gap.',
      minimum: 1,
      examples: [5],
    }),
    mode: modeReply,
    created_at: Type.String({ format: 'date-time', description: 'When it happened, in UTC.' }),
    data: Type.Object(
      {
        previous_status: Type.Union([Type.String(), Type.Null()], {
          description: 'The status before; null when it is the first.',
          examples: ['sending'],
        }),
        transaction: Type.Union([BuyTransaction, SellTransaction, WithdrawalTransaction], {
          description: 'The transaction as it was read at that status.',
        }),
      },
      { additionalProperties: false },
    ),
  },
  { $id: 'Event', additionalProperties: false },
)

export const EventsReply = Type.Object(
  {
    status: successField,
    message: textReply('How many there are.', '1 event.'),
    events: Type.Array(Event, { description: 'Oldest first.' }),
    next_after: Type.Integer({
      description: 'Ask with this as `after` for what comes next. Keep it: it is your place in the feed.',
      minimum: 0,
      examples: [1284],
    }),
    has_more: Type.Boolean({ description: 'More is there already.' }),
  },
  { $id: 'EventsReply', additionalProperties: false },
)
