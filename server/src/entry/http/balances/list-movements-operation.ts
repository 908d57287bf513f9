import { Type } from 'typebox'
import type { Operation } from '../openapi/operation.ts'
import { amountReply, successField, textReply, wordReply } from '../reply-fields.ts'
import { nextField } from '../transactions/transaction-schema.ts'

const orNull = (description: string, example: string) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] })

const Movement = Type.Object(
  {
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
  },
  { $id: 'BalanceMovement', additionalProperties: false },
)

const MovementListReply = Type.Object(
  {
    status: successField,
    message: textReply('Whether there is more.', 'This is the last page.'),
    movements: Type.Array(Movement, { description: 'Newest first.' }),
    next: nextField,
  },
  { $id: 'MovementListReply', additionalProperties: false },
)

export const listMovementsOperation: Operation = {
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
        page: {
          summary: 'A buy that went to the balance',
          value: {
            status: 'success',
            message: 'This is the last page.',
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
          },
        },
      },
    },
  },
  refusals: ['cursor_invalid'],
}
