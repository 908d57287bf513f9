import { Type } from 'typebox'
import type { Operation } from '../openapi/operation.ts'
import { amountReply, successField, textReply, wordReply } from '../reply-fields.ts'

const BalancesReply = Type.Object(
  {
    status: successField,
    message: textReply('What can be done with it.', 'Sell or withdraw from what is available.'),
    balances: Type.Array(
      Type.Object(
        {
          asset: wordReply(['NGNC'], 'What it is. New ones may come.'),
          available: amountReply('What you can sell or withdraw now.', 125000.5),
          held: amountReply(
            'What unfinished sells and withdrawals hold: it leaves when they are cleared, and comes back where they fail.',
            5000,
          ),
        },
        { $id: 'Balance', additionalProperties: false },
      ),
    ),
    may_hold: Type.Boolean({
      description: 'Whether a buy without a wallet is added to the balance.',
      examples: [true],
    }),
  },
  { $id: 'BalancesReply', additionalProperties: false },
)

export const readBalancesOperation: Operation = {
  id: 'readBalances',
  tag: 'Balances',
  summary: 'Read the balance',
  description: 'What your business has with us, from the ledger itself and of this very moment.',
  replies: {
    200: {
      description: 'The balance.',
      schema: BalancesReply,
      examples: {
        some: {
          summary: 'Tokens to sell, and some that are being sold',
          value: {
            status: 'success',
            message: 'Sell or withdraw from what is available.',
            balances: [{ asset: 'NGNC', available: 125000.5, held: 5000 }],
            may_hold: true,
          },
        },
      },
    },
  },
  refusals: [],
}
