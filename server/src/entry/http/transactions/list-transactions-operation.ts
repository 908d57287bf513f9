import { Type } from 'typebox'
import { buyTransactionExample } from '../buys/initiate-buy-operation.ts'
import type { Operation } from '../openapi/operation.ts'
import { successField, textReply } from '../reply-fields.ts'
import { AnyTransaction, nextField } from './transaction-schema.ts'

const TransactionListReply = Type.Object(
  {
    status: successField,
    message: textReply('Whether there is more.', 'This is the last page.'),
    transactions: Type.Array(AnyTransaction, { description: 'Newest first.' }),
    next: nextField,
  },
  { $id: 'TransactionListReply', additionalProperties: false },
)

export const listTransactionsOperation: Operation = {
  id: 'listTransactions',
  tag: 'Transactions',
  summary: 'List transactions',
  description: `Your buys, sells and withdrawals, newest first, each exactly as reading it alone answers. Filters may be combined.

Go on while \`next\` is not null. A page may hold fewer than you asked for, or none, and not be the last: only so many transactions are looked at for one page. What is accepted while you read is at the front, and shifts nothing.`,
  replies: {
    200: {
      description: 'A page.',
      schema: TransactionListReply,
      examples: {
        page: {
          summary: 'One buy, and more to come',
          value: {
            status: 'success',
            message: 'There is more: ask again with after = next.',
            transactions: [{ ...buyTransactionExample, status: 'completed' }],
            next: 'AQGh3MM8R3_soNbSzuNMjOg',
          },
        },
      },
    },
  },
  refusals: ['cursor_invalid', 'network_unknown'],
}
