import { type Static, Type } from 'typebox'
import { parseId } from '../../../kernel/ids/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'

const LONGEST_WAIT_SECONDS = 25
const MOST = 100

export const EventsQuery = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        description: 'The `number` of the last event that you have; 0, or nothing, for the first.',
        pattern: '^(0|[1-9][0-9]{0,14})$',
        examples: ['1283'],
      }),
    ),
    limit: Type.Optional(
      Type.String({
        description: `At most so many, 1 to ${MOST}; ${MOST} when not given.`,
        pattern: '^([1-9][0-9]?|100)$',
        examples: ['50'],
      }),
    ),
    wait: Type.Optional(
      Type.String({
        description: `Where there is none yet, wait so many seconds for the next, 0 to ${LONGEST_WAIT_SECONDS}.`,
        pattern: '^(1?[0-9]|2[0-5])$',
        examples: ['0'],
      }),
    ),
    transaction_id: Type.Optional(
      Type.String({
        description: 'Only those of one transaction.',
        pattern: '^txn_[0-9a-f]{32}$',
        examples: ['txn_01a1dcc33c477feca0d6d2cee34c8ce8'],
      }),
    ),
  },
  { additionalProperties: false },
)

export type EventsQuery = Static<typeof EventsQuery>

export function readEventsQuery(query: EventsQuery) {
  return {
    after: Number(query.after ?? 0),
    limit: Number(query.limit ?? MOST),
    waitMs: Number(query.wait ?? 0) * 1000,
    transactionId: query.transaction_id === undefined ? undefined : readTransaction(query.transaction_id),
  }
}

function readTransaction(text: string): string {
  const id = parseId('transaction', text)
  if (id === undefined) throw new Refusal('transaction_unknown', 'There is no such transaction.')
  return id
}
