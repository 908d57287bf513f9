import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { formatId } from '../../../kernel/ids/ids.ts'
import { jsonNumber, money } from '../../../kernel/money/money.ts'
import { asTenant } from '../../../kernel/postgres/pool.ts'
import { type BalanceMovement, selectOwnMovements } from '../../../records/ledger/own-balance-store.ts'
import type { AppDeps } from '../app-deps.ts'
import { periodFields, readCursor, readFrom, readTo, writeCursor } from '../list-query.ts'
import { closedObject, namedObject } from '../object-schemas.ts'
import { type Operation, successExample } from '../openapi/operation.ts'
import { readFields } from '../read-fields.ts'
import { amountReply, successField, textReply, wordReply } from '../reply-fields.ts'
import { keyOf } from '../require-key.ts'
import { nextField } from '../transactions/told-transaction-wire.ts'

const MOST = 100
const USUAL = 20

const MovementsQuery = closedObject({
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
  ...periodFields,
})

type MovementsQuery = Static<typeof MovementsQuery>

const typeWords: Readonly<Record<string, string>> = { buy: 'Buy', sell: 'Sell', withdrawal: 'Withdrawal' }

const orNull = (description: string, example: string) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] })

const Movement = namedObject('BalanceMovement', {
  movement_id: textReply('The id of its entry in the ledger.', 'ent_01a1dcc5c0de7b3f8a1c22d3e4f5a6b7'),
  at: Type.String({
    format: 'date-time',
    description: 'When, in UTC.',
    examples: ['2026-11-15T09:30:02.190Z'],
  }),
  direction: wordReply(['in', 'out'], 'Whether the balance grew or shrank.'),
  asset: wordReply(['NGNC'], 'What moved.'),
  amount: amountReply('How much.', 25000.5),
  reason: textReply('Why, for programs. New words may come.', 'credited_to_balance'),
  transaction_id: orNull(
    'The transaction that moved it; null where none did.',
    'txn_01a1dcc33c477feca0d6d2cee34c8ce8',
  ),
  type: orNull('Buy, Sell or Withdrawal.', 'Buy'),
  reference: orNull('Your reference of it.', 'order-2291'),
})

const MovementListReply = namedObject('MovementListReply', {
  status: successField,
  message: textReply('Whether there is more.', 'This is the last page.'),
  movements: Type.Array(Movement, { description: 'Newest first.' }),
  next: nextField,
})

const listMovementsOperation: Operation = {
  id: 'listBalanceMovements',
  tag: 'Balances',
  summary: 'List what moved the balance',
  description:
    'Every movement of your balance, newest first, from the ledger itself: all of them together are what is available. Go on while `next` is not null; a page may hold fewer than you asked for and not be the last.',
  replies: {
    200: {
      description: 'A page.',
      schema: MovementListReply,
      examples: {
        page: successExample('A buy that went to the balance', 'This is the last page.', {
          movements: [
            {
              movement_id: 'ent_01a1dcc5c0de7b3f8a1c22d3e4f5a6b7',
              at: '2026-11-15T09:30:02.190Z',
              direction: 'in',
              asset: 'NGNC',
              amount: 25000.5,
              reason: 'credited_to_balance',
              transaction_id: 'txn_01a1dcc33c477feca0d6d2cee34c8ce8',
              type: 'Buy',
              reference: 'order-2291',
            },
          ],
          next: null,
        }),
      },
    },
  },
  refusals: ['cursor_invalid'],
}

/** 200: a page of what moved the balance of the key's own business. */
export function listMovementsRoute(app: FastifyInstance, { pool }: AppDeps): void {
  app.get<{ Querystring: MovementsQuery }>(
    '/balances/v1/statement',
    {
      schema: { querystring: MovementsQuery },
      config: { access: 'read', operation: listMovementsOperation },
    },
    async (request) => {
      const asked = readMovementsQuery(request.query)
      const { tenant } = keyOf(request)
      const page = await asTenant(pool, tenant, async (sql) => selectOwnMovements(sql, asked))
      const next = page.nextBefore === undefined ? null : writeCursor('movements', page.nextBefore)
      const message = next === null ? 'This is the last page.' : 'There is more: ask again with after = next.'
      return { status: 'success', message, movements: page.movements.map(toMovementWire), next }
    },
  )
}

function readMovementsQuery({ limit, after, from, to }: MovementsQuery) {
  return {
    most: Number(limit ?? USUAL),
    before: after === undefined ? undefined : readCursor('movements', after),
    ...readFields({ from: () => readFrom(from), to: () => readTo(to) }),
  }
}

function toMovementWire({ entryId, step, at, minor, transaction }: BalanceMovement) {
  const isIn = minor > 0n
  return {
    movement_id: formatId('entry', entryId),
    at: at.toISOString(),
    direction: isIn ? 'in' : 'out',
    asset: 'NGNC',
    amount: jsonNumber(money('NGNC', isIn ? minor : -minor)),
    reason: step,
    transaction_id: transaction === null ? null : formatId('transaction', transaction.id),
    type: transaction === null ? null : typeWords[transaction.type],
    reference: transaction?.reference ?? null,
  }
}
