import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { parseMoney } from '../../../kernel/money/money.ts'
import { networkChoice, parseNetwork } from '../../../kernel/networks.ts'
import { asTenant } from '../../../kernel/postgres/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import {
  mayAsk,
  selectTransactionPage,
  type TransactionFilter,
  withOpenCases,
} from '../../../records/transactions/lists/transaction-list-store.ts'
import { machines } from '../../../records/transactions/machines/machines.ts'
import type { AppDeps } from '../app-deps.ts'
import { buyTransactionExample } from '../buys/initiate-buy-operation.ts'
import { periodFields, readCursor, readFrom, readTo, writeCursor } from '../list-query.ts'
import { closedObject, namedObject } from '../object-schemas.ts'
import { type Operation, successExample } from '../openapi/operation.ts'
import { readFields } from '../read-fields.ts'
import { successField, textReply } from '../reply-fields.ts'
import { keyOf } from '../require-key.ts'
import { AnyTransaction, nextField, toToldWire } from './told-transaction-wire.ts'

const MOST = 100
const USUAL = 20

const types = ['buy', 'sell', 'withdrawal'] as const
const statuses = new Set(types.flatMap((type) => Object.keys(machines[type].meanings)))

const amountQuery = (description: string, example: string) =>
  Type.String({ description, pattern: '^[0-9]{1,30}([.][0-9]{1,2})?$', examples: [example] })

const filterFields = {
  type: Type.Optional(Type.Enum([...types], { description: 'buy, sell or withdrawal.', examples: ['buy'] })),
  status: Type.Optional(
    Type.String({
      description: 'One status, or several separated by commas.',
      maxLength: 400,
      pattern: '^[a-z_]+(,[a-z_]+)*$',
      examples: ['completed', 'action_required,on_hold'],
    }),
  ),
  network: Type.Optional(
    Type.String({
      description: `${networkChoice} (case does not matter).`,
      maxLength: 40,
      examples: ['Polygon'],
    }),
  ),
  reference: Type.Optional(
    Type.String({
      description: 'Your reference. At most one transaction has it.',
      pattern: '^[A-Za-z0-9._-]{1,64}$',
      examples: ['order-2291'],
    }),
  ),
  amount_from: Type.Optional(amountQuery('The smallest amount.', '15000')),
  amount_to: Type.Optional(amountQuery('The largest amount.', '25000.5')),
  party: Type.Optional(
    Type.String({
      description:
        'A part of the account name of the payer or the payee, or at least the last four digits of their account number. Payers of pay links are not searched.',
      minLength: 2,
      maxLength: 100,
      examples: ['ada obi'],
    }),
  ),
  ...periodFields,
}

/** Filters and page of a list of transactions. */
const TransactionsQuery = closedObject({
  limit: Type.Optional(
    Type.String({
      description: `The page size, 1 to ${MOST}. The default is ${USUAL}.`,
      pattern: '^([1-9][0-9]?|100)$',
      examples: ['50'],
    }),
  ),
  after: Type.Optional(
    Type.String({ description: 'The `next` value of the previous page.', maxLength: 100 }),
  ),
  ...filterFields,
})

/** Filters of an export, which contains all pages. */
export const ExportQuery = closedObject(filterFields)

type TransactionsQuery = Static<typeof TransactionsQuery>
export type ExportQuery = Static<typeof ExportQuery>

const TransactionListReply = namedObject('TransactionListReply', {
  status: successField,
  message: textReply('Tells you whether there are more pages.', 'This is the last page.'),
  transactions: Type.Array(AnyTransaction, { description: 'Newest first.' }),
  next: nextField,
})

const listTransactionsOperation: Operation = {
  id: 'listTransactions',
  tag: 'Transactions',
  summary: 'List transactions',
  description: `Your buys, sells and withdrawals, newest first, each in the same form as when you read it alone. You can combine filters.

Keep requesting pages while \`next\` is not null. A page can be shorter than \`limit\`, or empty, without being the last one. New transactions appear at the front and do not shift later pages.`,
  replies: {
    200: {
      description: 'One page of transactions.',
      schema: TransactionListReply,
      examples: {
        page: successExample('One buy, and more pages', 'There are more: send `next` as `after`.', {
          transactions: [{ ...buyTransactionExample, status: 'completed' }],
          next: 'AQGh3MM8R3_soNbSzuNMjOg',
        }),
      },
    },
  },
  refusals: ['cursor_invalid', 'network_unknown'],
}

/** 200: a page of the transactions of the key's business, each in the same format as when it is read alone. */
export function listTransactionsRoute(app: FastifyInstance, { pool, addresses }: AppDeps): void {
  app.get<{ Querystring: TransactionsQuery }>(
    '/transactions/v1',
    {
      schema: { querystring: TransactionsQuery },
      config: { access: 'read', operation: listTransactionsOperation },
    },
    async (request) => {
      const { tenant, linkTag } = keyOf(request)
      const filter = readFilter(request.query)
      const page = await selectTransactionPage(pool, tenant, filter, readPlace(request.query))
      const told = mayAsk(page.transactions)
        ? await asTenant(pool, tenant, async (sql) => withOpenCases(sql, page.transactions))
        : page.transactions
      const transactions = told.map((told) => toToldWire(told, linkTag, addresses))
      const next = page.nextBefore === undefined ? null : writeCursor('transactions', page.nextBefore)
      const message = next === null ? 'This is the last page.' : 'There are more: send `next` as `after`.'
      return { status: 'success', message, transactions, next }
    },
  )
}

function readPlace({ limit, after }: TransactionsQuery) {
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
    amount_from: () => readLimit(query.amount_from),
    amount_to: () => readLimit(query.amount_to),
  })
  return {
    reference: query.reference,
    type: query.type,
    statuses: read.status,
    network: read.network,
    from: read.from,
    to: read.to,
    leastMinor: read.amount_from,
    largestMinor: read.amount_to,
    party: query.party?.trim(),
  }
}

/** Naira and NGNC have the same minor unit, so one limit holds for both. */
function readLimit(text: string | undefined): bigint | undefined {
  return text === undefined ? undefined : parseMoney(text.replace(/^0+(?=[0-9])/, ''), 'NGN').minor
}

export function requireStatus(word: string): string {
  if (statuses.has(word)) return word
  throw new Refusal(
    'field_invalid',
    `"${word.slice(0, 40)}" is not a status. Use ${[...statuses].join(', ')}.`,
  )
}
