import { Type } from 'typebox'
import { foundAs } from '../../../records/transactions/lists/transaction-list-store.ts'
import { buyTransactionExample } from '../buys/initiate-buy-operation.ts'
import type { Operation } from '../openapi/operation.ts'
import { successField, textReply, wordReply } from '../reply-fields.ts'
import { AnyTransaction } from './transaction-schema.ts'

const FoundReply = Type.Object(
  {
    status: successField,
    message: textReply('What it was found as.', 'Found as hash.'),
    found_as: wordReply(foundAs, 'What the text turned out to be. New words may come.'),
    transactions: Type.Array(AnyTransaction, {
      description: 'Nearly always one. A payment that was split between several buys leads to each of them.',
    }),
  },
  { $id: 'FoundReply', additionalProperties: false },
)

export const findTransactionsOperation: Operation = {
  id: 'findTransactions',
  tag: 'Transactions',
  summary: 'Find a transaction by anything',
  description:
    'Which transaction is this about? Give whatever you have in hand, and get the transactions of yours that it leads to. What belongs to another business, or to the other mode, is unknown.',
  replies: {
    200: {
      description: 'What was found.',
      schema: FoundReply,
      examples: {
        hash: {
          summary: 'By the hash of a transfer',
          value: {
            status: 'success',
            message: 'Found as hash.',
            found_as: 'hash',
            transactions: [{ ...buyTransactionExample, status: 'completed' }],
          },
        },
      },
    },
  },
  refusals: ['transaction_unknown'],
}
