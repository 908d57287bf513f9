import type { TSchema } from 'typebox'
import { eventTypes } from '../../../records/transactions/feed/event-types.ts'
import { completedExample, listedExample } from '../batches/batch-operations.ts'
import { BuyTransaction } from '../buys/buy-wire.ts'
import { buyTransactionExample } from '../buys/initiate-buy-operation.ts'
import { caseExample } from '../cases/case-routes.ts'
import { BatchEvent, Event } from '../events/event-wire.ts'
import { eventExample } from '../events/read-events-route.ts'
import { sellTransactionExample } from '../sells/initiate-sell-route.ts'
import { SellTransaction } from '../sells/sell-wire.ts'
import { withdrawalTransactionExample } from '../withdrawals/initiate-withdrawal-route.ts'
import { WithdrawalTransaction } from '../withdrawals/withdrawal-wire.ts'

type Told = Readonly<{ schema: TSchema; example: object; noun: string; isCase?: true }>

const { data } = Event.properties

const told: Readonly<Record<string, Told>> = {
  buy: { schema: BuyTransaction, example: buyTransactionExample, noun: 'A buy' },
  sell: { schema: SellTransaction, example: sellTransactionExample, noun: 'A sell' },
  withdrawal: { schema: WithdrawalTransaction, example: withdrawalTransactionExample, noun: 'A withdrawal' },
  case: {
    schema: data.properties.transaction,
    example: buyTransactionExample,
    noun: 'A case about a transaction',
    isCase: true,
  },
}

/** Returns the `webhooks` of the API reference: what an endpoint receives for each type of event. */
export function webhookMessages(): Record<string, object> {
  return Object.fromEntries(eventTypes.map((type) => [type, { post: describeMessage(type) }]))
}

function describeMessage(type: string) {
  const [kind = '', status = ''] = type.split('.')
  if (kind === 'batch')
    return toMessage(type, `A batch of payouts is ${status}`, batchSchema(type), batchEvent(type, status))
  const of = told[kind]
  if (of === undefined) throw new Error(`no schema for events of type ${type}`)
  const { example, noun, isCase } = of
  const summary = isCase ? `${noun} was ${status}` : `${noun} became ${status}`
  return toMessage(type, summary, messageSchema(type, of), {
    ...eventExample,
    type,
    sequence: isCase ? null : eventExample.sequence,
    data: {
      ...eventExample.data,
      transaction: isCase ? example : { ...example, status },
      ...(isCase && { case: caseOf(status) }),
    },
  })
}

/** An endpoint receives the event as the feed has it. */
function toMessage(type: string, summary: string, schema: object, value: object) {
  return {
    operationId: `receive_${type.replace('.', '_')}`,
    tags: ['Webhooks'],
    summary,
    description:
      'Signed as [Standard Webhooks](https://www.standardwebhooks.com) specifies: verify the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`. The same event may come twice; its `id` stays the same.',
    security: [],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema,
          examples: { [type.split('.')[1] ?? '']: { summary, value } },
        },
      },
    },
    responses: {
      '2XX': answer('Delivered. Answer within ten seconds.'),
      '4XX': answer('Any other status: we send the event again, for three days.'),
    },
  }
}

/** The schema of an event with its only type and the form of its transaction. Only an event about a case has the case. */
function messageSchema(type: string, { schema, isCase }: Told) {
  const { properties, required } = Event
  const { case: about, ...rest } = data.properties
  return {
    type: 'object',
    required,
    properties: {
      ...properties,
      type: { const: type, description: 'The type of the event.' },
      data: {
        ...data,
        required: isCase ? [...data.required, 'case'] : data.required,
        properties: { ...rest, transaction: schema, ...(isCase && { case: about }) },
      },
    },
  }
}

function batchSchema(type: string) {
  const { properties, required } = BatchEvent
  return {
    type: 'object',
    required,
    properties: { ...properties, type: { const: type, description: 'The type of the event.' } },
  }
}

function batchEvent(type: string, state: string) {
  const { id, number, mode, created_at } = eventExample
  const batch = state === 'completed' ? completedExample : listedExample
  return { id, type, number, sequence: null, mode, created_at, data: { batch } }
}

function caseOf(event: string) {
  const { code, message, due_at, case_id } = caseExample
  return { case_id, code, message, due_at, ...(event === 'decided' && { choice: 'accept' }) }
}

function answer(description: string) {
  return {
    description,
    content: {
      'text/plain': { schema: { type: 'string' }, examples: { any: { summary: 'Any body', value: 'ok' } } },
    },
  }
}
