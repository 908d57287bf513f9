import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { formatId } from '../../../kernel/ids/ids.ts'
import { jsonNumber, money } from '../../../kernel/money/money.ts'
import { asTenant } from '../../../kernel/postgres/pool.ts'
import { describeMovement } from '../../../records/ledger/movement-words.ts'
import { type BalanceMovement, selectOwnMovements } from '../../../records/ledger/own-balance-store.ts'
import type { AppDeps } from '../app-deps.ts'
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
import { amountReply, successField, textReply, wordReply } from '../reply-fields.ts'
import { keyOf } from '../require-key.ts'

const MovementsQuery = closedObject({ ...pageFields, ...periodFields })

type MovementsQuery = Static<typeof MovementsQuery>

const typeWords: Readonly<Record<string, string>> = { buy: 'Buy', sell: 'Sell', withdrawal: 'Withdrawal' }

const orNull = (description: string, example: string) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] })

const Movement = namedObject('BalanceMovement', {
  id: textReply('The same as movement_id.', 'ent_01a1dcc5c0de7b3f8a1c22d3e4f5a6b7'),
  movement_id: textReply('The id of the ledger entry.', 'ent_01a1dcc5c0de7b3f8a1c22d3e4f5a6b7'),
  at: Type.String({
    format: 'date-time',
    description: 'When it happened, in UTC.',
    examples: ['2026-11-15T09:30:02.190Z'],
  }),
  direction: wordReply(['in', 'out'], 'Whether the movement is a credit or a debit of your balance.'),
  asset: wordReply(['NGNC'], 'The asset that moved.'),
  amount: amountReply('The amount that moved.', 25000.5),
  balance: amountReply('The balance after the movement.', 125000.5),
  reason: textReply('The reason, as a code. New values may be added.', 'credited_to_balance'),
  description: textReply('The reason in words.', 'Naira of a buy arrived and became NGNC'),
  transaction_id: orNull(
    'The transaction that caused the movement; null if none did.',
    'txn_01a1dcc33c477feca0d6d2cee34c8ce8',
  ),
  type: orNull('Buy, Sell or Withdrawal.', 'Buy'),
  reference: orNull('Your reference for that transaction.', 'order-2291'),
})

const MovementListReply = namedObject('MovementListReply', {
  status: successField,
  message: textReply('Tells you whether there are more pages.', 'This is the last page.'),
  movements: Type.Array(Movement, { description: 'Newest first.' }),
  ...pageReplyFields,
})

const listMovementsOperation: Operation = {
  id: 'listBalanceMovements',
  tag: 'Balances',
  summary: 'List balance movements',
  description:
    'Every movement of your balance, newest first, read from the ledger. The sum of all movements is your available balance. Keep requesting pages while `next` is not null. A page can be shorter than `limit` without being the last one.',
  replies: {
    200: {
      description: 'One page of movements.',
      schema: MovementListReply,
      examples: {
        page: successExample('A buy credited to the balance', 'This is the last page.', {
          movements: [
            {
              id: 'ent_01a1dcc5c0de7b3f8a1c22d3e4f5a6b7',
              movement_id: 'ent_01a1dcc5c0de7b3f8a1c22d3e4f5a6b7',
              at: '2026-11-15T09:30:02.190Z',
              direction: 'in',
              asset: 'NGNC',
              amount: 25000.5,
              balance: 125000.5,
              reason: 'credited_to_balance',
              description: 'Naira of a buy arrived and became NGNC',
              transaction_id: 'txn_01a1dcc33c477feca0d6d2cee34c8ce8',
              type: 'Buy',
              reference: 'order-2291',
            },
          ],
          ...pageEnd(null),
        }),
      },
    },
  },
  refusals: ['cursor_invalid'],
}

/** 200: a page of the movements of the business's balance. */
export function listMovementsRoute(app: FastifyInstance, { pool }: AppDeps): void {
  app.get<{ Querystring: MovementsQuery }>(
    '/balances/v1/statement',
    {
      schema: { querystring: MovementsQuery },
      attachValidation: true,
      config: { access: 'read', operation: listMovementsOperation },
    },
    async (request) => {
      const asked = readMovementsQuery(request)
      const { tenant } = keyOf(request)
      const page = await asTenant(pool, tenant, async (sql) => selectOwnMovements(sql, asked))
      const next = page.nextBefore === undefined ? null : writeCursor('movements', page.nextBefore)
      const movements = page.movements.map(toMovementWire)
      return { status: 'success', message: pageMessage(next), movements, ...pageEnd(next) }
    },
  )
}

function readMovementsQuery(request: FastifyRequest<{ Querystring: MovementsQuery }>) {
  const { limit, after, from, to } = request.query
  const period = readFields({ from: () => readFrom(from), to: () => readTo(to) }, schemaProblems(request))
  return {
    most: readPageSize(limit),
    before: after === undefined ? undefined : readCursor('movements', after),
    ...period,
  }
}

function toMovementWire(movement: BalanceMovement) {
  const { entryId, step, at, minor, balanceMinor, transaction } = movement
  const isIn = minor > 0n
  return {
    id: formatId('entry', entryId),
    movement_id: formatId('entry', entryId),
    at: at.toISOString(),
    direction: isIn ? 'in' : 'out',
    asset: 'NGNC',
    amount: jsonNumber(money('NGNC', isIn ? minor : -minor)),
    balance: jsonNumber(money('NGNC', balanceMinor)),
    reason: step,
    description: describeMovement(movement),
    transaction_id: transaction === null ? null : formatId('transaction', transaction.id),
    type: transaction === null ? null : typeWords[transaction.type],
    reference: transaction?.reference ?? null,
  }
}
