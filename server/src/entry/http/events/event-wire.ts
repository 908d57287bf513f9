import { Type } from 'typebox'
import { formatId } from '../../../kernel/ids/ids.ts'
import type { WalletAddressRules } from '../../../movements/transfers/wallet-address.ts'
import { choices, questionCodes, questionOf } from '../../../records/cases/business/questions.ts'
import { eventTypes } from '../../../records/transactions/feed/event-types.ts'
import type { AboutCase, FeedEvent } from '../../../records/transactions/feed/feed-store.ts'
import { BatchView, toBatchWire } from '../batches/batch-wire.ts'
import { BuyTransaction } from '../buys/buy-wire.ts'
import { caseIdReply } from '../cases/case-wire.ts'
import { closedObject, namedObject } from '../object-schemas.ts'
import { successField, textReply, wordReply } from '../reply-fields.ts'
import { SellTransaction } from '../sells/sell-wire.ts'
import { toEventTransaction } from '../transactions/told-transaction-wire.ts'
import { WithdrawalTransaction } from '../withdrawals/withdrawal-wire.ts'

export const eventIdReply = Type.String({
  description: 'The id of the event. It is the same in the feed and in every webhook delivery.',
  pattern: '^evt_[0-9a-f]{32}$',
  examples: ['evt_01a1dcc33c497c2e9a3b52d7c1e0f4a6'],
})

export const modeReply = wordReply(['live', 'test'], 'The mode of the transaction.')

const EventCase = namedObject(
  'EventCase',
  {
    case_id: caseIdReply,
    code: wordReply(questionCodes, 'The question, as a code. New values may be added.'),
    message: textReply('The question, in words.', 'The payer sent less than the amount of this buy.'),
    due_at: Type.String({ format: 'date-time', description: 'The deadline, in UTC.' }),
    choice: Type.Optional(wordReply(choices, 'What you chose. Only in case.decided.')),
  },
  'The case, in the events case.opened and case.decided. Read it with `GET /cases/v1/{id}`.',
)

const batchEventTypes = eventTypes.filter((type) => type.startsWith('batch.'))

const eventFields = {
  id: eventIdReply,
  number: Type.Integer({
    description: 'The position in the feed of your business in this mode: 1, 2, 3 … without gaps.',
    minimum: 1,
    examples: [1284],
  }),
  mode: modeReply,
  created_at: Type.String({ format: 'date-time', description: 'When it happened, in UTC.' }),
}

export const Event = namedObject('Event', {
  id: eventFields.id,
  type: wordReply(
    eventTypes.filter((type) => !batchEventTypes.includes(type)),
    'The kind of transaction and the status it reached, or what happened to a case. New values may be added.',
  ),
  number: eventFields.number,
  sequence: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
    description:
      'The number of this step within its transaction: 1, 2, 3 … without gaps; null for an event about a case.',
    examples: [5],
  }),
  mode: eventFields.mode,
  created_at: eventFields.created_at,
  data: closedObject({
    previous_status: Type.Union([Type.String(), Type.Null()], {
      description: 'The previous status; null for the first event.',
      examples: ['sending'],
    }),
    transaction: Type.Union([BuyTransaction, SellTransaction, WithdrawalTransaction], {
      description: 'The transaction when it reached that status.',
    }),
    case: Type.Optional(EventCase),
  }),
})

/** An event about a batch of payouts, which has no transaction. */
export const BatchEvent = namedObject('BatchEvent', {
  ...eventFields,
  type: wordReply(batchEventTypes, 'What happened to the batch.'),
  sequence: Type.Null({ description: 'Always null: it is no step of a transaction.' }),
  data: closedObject({ batch: BatchView }),
})

export const EventsReply = namedObject('EventsReply', {
  status: successField,
  message: textReply('The number of results.', '1 event.'),
  events: Type.Array(Type.Union([Event, BatchEvent]), { description: 'Oldest first.' }),
  next_after: Type.Integer({
    description: 'Send it as `after` to get the next events. Store it: it is your position in the feed.',
    minimum: 0,
    examples: [1284],
  }),
  next: Type.Union([Type.String(), Type.Null()], {
    description: 'The same as `next_after`, as in other lists; null if no more events are available now.',
    examples: ['1284', null],
  }),
  has_more: Type.Boolean({ description: 'Whether more events are available now.' }),
})

type TellAddress = Pick<WalletAddressRules, 'tell'>

/** Converts an event for the feed and for webhooks. The same event always gives the same text. */
export function toEventWire(event: FeedEvent, addresses: TellAddress) {
  return {
    id: formatId('event', event.id),
    type: event.type,
    number: event.number,
    sequence: event.sequence,
    mode: event.mode,
    created_at: event.at.toISOString(),
    data: event.batch === undefined ? toTransactionData(event, addresses) : toBatchData(event),
  }
}

function toTransactionData(
  { previousStatus, transaction, linkTag, aboutCase }: Extract<FeedEvent, { batch?: undefined }>,
  addresses: TellAddress,
) {
  return {
    previous_status: previousStatus,
    transaction: toEventTransaction(transaction, linkTag, addresses),
    ...(aboutCase !== undefined && { case: toEventCase(aboutCase, transaction.type) }),
  }
}

function toBatchData({ batch, outcomes }: Exclude<FeedEvent, { batch?: undefined }>) {
  return { batch: { ...toBatchWire(batch), ...(outcomes !== undefined && { outcomes }) } }
}

function toEventCase({ id, code, dueAt, choice }: AboutCase, type: string) {
  return {
    case_id: formatId('case', id),
    code,
    message: questionOf(type, code)?.message ?? '',
    due_at: dueAt.toISOString(),
    ...(choice !== null && { choice }),
  }
}

/** The body of a webhook: the event as the feed has it. */
export function renderWebhook(addresses: Pick<WalletAddressRules, 'tell'>) {
  return (event: FeedEvent): string => JSON.stringify(toEventWire(event, addresses))
}
