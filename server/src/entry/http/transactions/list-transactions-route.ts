import type { FastifyInstance, FastifyRequest } from 'fastify'
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
import { schemaProblems } from '../error-replies.ts'
import {
  pageEnd,
  pageFields,
  pageMessage,
  pageReplyFields,
  periodFields,
  readCursor,
  readFrom,
  readPageSize,
  readTo,
  writeCursor,
} from '../list-query.ts'
import { closedObject, namedObject } from '../object-schemas.ts'
import { type Operation, successExample } from '../openapi/operation.ts'
import { readFields } from '../read-fields.ts'
import { successField, textReply } from '../reply-fields.ts'
import { metadataQuery, readMetadataQuery } from '../request-fields.ts'
import { keyOf } from '../require-key.ts'
import { AnyTransaction, toToldWire } from './told-transaction-wire.ts'

const types = ['buy', 'sell', 'withdrawal'] as const
const typeWords = ['Buy', 'Sell', 'Withdrawal'] as const
const statuses = new Set(types.flatMap((type) => Object.keys(machines[type].meanings)))

const amountQuery = (description: string, example: string) =>
  Type.String({ description, pattern: '^[0-9]{1,30}([.][0-9]{1,2})?$', examples: [example] })

const filterFields = {
  type: Type.Optional(
    Type.Enum([...types, ...typeWords], {
      description: 'buy, sell or withdrawal, or the `type` of a transaction.',
      examples: ['buy', 'Buy'],
    }),
  ),
  status: Type.Optional(
    Type.String({
      description: 'One status, or several separated by commas.',
      maxLength: 400,
      pattern: '^[A-Za-z_]+(,[A-Za-z_]+)*$',
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
  metadata: metadataQuery,
  ...periodFields,
}

/** Filters and page of a list of transactions. */
const TransactionsQuery = closedObject({ ...pageFields, ...filterFields })

/** Filters of an export, which contains all pages. */
export const ExportQuery = closedObject(filterFields)

type TransactionsQuery = Static<typeof TransactionsQuery>
export type ExportQuery = Static<typeof ExportQuery>

const TransactionListReply = namedObject('TransactionListReply', {
  status: successField,
  message: textReply('Tells you whether there are more pages.', 'This is the last page.'),
  transactions: Type.Array(AnyTransaction, { description: 'Newest first.' }),
  ...pageReplyFields,
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
          ...pageEnd('AQGh3MM8R3_soNbSzuNMjOg'),
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
      attachValidation: true,
      config: { access: 'read', operation: listTransactionsOperation },
    },
    async (request) => {
      const { tenant, linkTag } = keyOf(request)
      const filter = readFilter(request)
      const page = await selectTransactionPage(pool, tenant, filter, readPlace(request.query))
      const told = mayAsk(page.transactions)
        ? await asTenant(pool, tenant, async (sql) => withOpenCases(sql, page.transactions))
        : page.transactions
      const transactions = told.map((told) => toToldWire(told, linkTag, addresses))
      const next = page.nextBefore === undefined ? null : writeCursor('transactions', page.nextBefore)
      return { status: 'success', message: pageMessage(next), transactions, ...pageEnd(next) }
    },
  )
}

function readPlace({ limit, after }: TransactionsQuery) {
  return {
    most: readPageSize(limit),
    before: after === undefined ? undefined : readCursor('transactions', after),
  }
}

/** Reads the filters of a request that was not refused for its schema yet. Refuses all errors at once. */
export function readFilter(request: FastifyRequest<{ Querystring: ExportQuery }>): TransactionFilter {
  const { query } = request
  const read = readFields(
    {
      status: () => query.status?.split(',').map(requireStatus),
      network: () => (query.network === undefined ? undefined : parseNetwork(query.network)),
      from: () => readFrom(query.from),
      to: () => readTo(query.to),
      amount_from: () => readLimit(query.amount_from),
      amount_to: () => readLimit(query.amount_to),
    },
    schemaProblems(request),
  )
  return {
    reference: query.reference,
    type: query.type?.toLowerCase() as TransactionFilter['type'],
    statuses: read.status,
    network: read.network,
    from: read.from,
    to: read.to,
    leastMinor: read.amount_from,
    largestMinor: read.amount_to,
    party: query.party?.trim(),
    metadata: readMetadataQuery(query.metadata),
  }
}

/** Naira and NGNC have the same minor unit, so one limit holds for both. */
function readLimit(text: string | undefined): bigint | undefined {
  return text === undefined ? undefined : parseMoney(text.replace(/^0+(?=[0-9])/, ''), 'NGN').minor
}

export function requireStatus(word: string): string {
  const status = word.toLowerCase()
  if (statuses.has(status)) return status
  throw new Refusal(
    'field_invalid',
    `"${word.slice(0, 40)}" is not a status. Use ${[...statuses].join(', ')}.`,
  )
}
