import { type Static, Type } from 'typebox'
import { Refusal } from '../../../kernel/refusal.ts'
import { parseNetwork } from '../../../movements/transfers/wallet-address.ts'
import type { TransactionFilter } from '../../../records/transactions/lists/transaction-list-store.ts'
import { machines } from '../../../records/transactions/machines/machines.ts'
import { readCursor } from '../page-cursor.ts'
import { periodFields, readFrom, readTo } from '../period.ts'
import { readFields } from '../read-fields.ts'

const MOST = 100
const USUAL = 20

const types = ['buy', 'sell', 'withdrawal'] as const
const statuses = new Set(types.flatMap((type) => Object.keys(machines[type].meanings)))

const filterFields = {
  type: Type.Optional(Type.Enum([...types], { description: 'buy, sell or withdrawal.', examples: ['buy'] })),
  status: Type.Optional(
    Type.String({
      description: 'Where it has got to: one status, or several with commas between them.',
      maxLength: 400,
      pattern: '^[a-z_]+(,[a-z_]+)*$',
      examples: ['completed', 'action_required,on_hold'],
    }),
  ),
  network: Type.Optional(
    Type.String({
      description: 'Stellar, Polygon, Solana or Avalanche, in any case.',
      maxLength: 40,
      examples: ['Polygon'],
    }),
  ),
  reference: Type.Optional(
    Type.String({
      description: 'Your own name for it: there is one at most.',
      pattern: '^[A-Za-z0-9._-]{1,64}$',
      examples: ['order-2291'],
    }),
  ),
  ...periodFields,
}

/** What a list of transactions can be asked for. */
export const TransactionsQuery = Type.Object(
  {
    limit: Type.Optional(
      Type.String({
        description: `At most so many on a page, 1 to ${MOST}; ${USUAL} when not given.`,
        pattern: '^([1-9][0-9]?|100)$',
        examples: ['50'],
      }),
    ),
    after: Type.Optional(
      Type.String({ description: 'The `next` of the page before, as it came.', maxLength: 100 }),
    ),
    ...filterFields,
  },
  { additionalProperties: false },
)

/** What an export can be asked for: all pages at once. */
export const ExportQuery = Type.Object(filterFields, { additionalProperties: false })

export type TransactionsQuery = Static<typeof TransactionsQuery>
export type ExportQuery = Static<typeof ExportQuery>

export function readPlace({ limit, after }: TransactionsQuery) {
  return {
    most: Number(limit ?? USUAL),
    before: after === undefined ? undefined : readCursor('transactions', after),
  }
}

export function readFilter(query: ExportQuery): TransactionFilter {
  const read = readFields({
    status: () => query.status?.split(',').map(requireStatus),
    network: () => (query.network === undefined ? undefined : parseNetwork(query.network)),
    from: () => readFrom(query.from),
    to: () => readTo(query.to),
  })
  return {
    reference: query.reference,
    type: query.type,
    statuses: read.status,
    network: read.network,
    from: read.from,
    to: read.to,
  }
}

function requireStatus(word: string): string {
  if (statuses.has(word)) return word
  throw new Refusal(
    'field_invalid',
    `There is no status "${word.slice(0, 40)}": choose from ${[...statuses].join(', ')}.`,
  )
}
