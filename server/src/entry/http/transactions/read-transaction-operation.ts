import { Type } from 'typebox'
import { BuyTransaction } from '../buys/buy-wire.ts'
import { buyTransactionExample } from '../buys/initiate-buy-operation.ts'
import type { Operation } from '../openapi/operation.ts'
import { successField, textReply } from '../reply-fields.ts'
import { SellTransaction } from '../sells/sell-wire.ts'
import { WithdrawalTransaction } from '../withdrawals/withdrawal-wire.ts'
import { TransactionPath } from './transaction-path.ts'

const TransactionReply = Type.Object(
  {
    status: successField,
    message: textReply('Where it has got to, in a sentence.', 'The tokens have arrived.'),
    transaction: Type.Union([BuyTransaction, SellTransaction, WithdrawalTransaction]),
  },
  { $id: 'TransactionReply', additionalProperties: false },
)

export const readTransactionOperation: Operation = {
  id: 'readTransaction',
  tag: 'Transactions',
  summary: 'Read a transaction',
  description:
    'A buy, a sell or a withdrawal as it was answered when it was accepted, with the status that it has now. A transaction of another business, or of the other mode, does not exist.',
  parameters: { path: TransactionPath },
  replies: {
    200: {
      description: 'The transaction.',
      schema: TransactionReply,
      examples: {
        completed: {
          summary: 'A buy whose tokens have arrived',
          value: {
            status: 'success',
            message: 'The tokens have arrived.',
            transaction: { ...buyTransactionExample, status: 'completed' },
          },
        },
      },
    },
  },
  refusals: ['transaction_unknown', 'not_found'],
}
