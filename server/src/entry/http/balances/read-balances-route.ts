import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { jsonNumber } from '../../../kernel/money/money.ts'
import { asTenant } from '../../../kernel/postgres/pool.ts'
import { selectOwnBalance } from '../../../records/ledger/own-balance-store.ts'
import type { AppDeps } from '../app-deps.ts'
import { namedObject } from '../object-schemas.ts'
import { type Operation, successExample } from '../openapi/operation.ts'
import { amountReply, successField, textReply, wordReply } from '../reply-fields.ts'
import { keyOf } from '../require-key.ts'

const BalancesReply = namedObject('BalancesReply', {
  status: successField,
  message: textReply('What can be done with it.', 'Sell or withdraw from what is available.'),
  balances: Type.Array(
    namedObject('Balance', {
      asset: wordReply(['NGNC'], 'What it is. New ones may come.'),
      available: amountReply('What you can sell or withdraw now.', 125000.5),
      held: amountReply(
        'What unfinished sells and withdrawals hold: it leaves when they are cleared, and comes back where they fail.',
        5000,
      ),
    }),
  ),
  may_hold: Type.Boolean({
    description: 'Whether a buy without a wallet is added to the balance.',
    examples: [true],
  }),
})

const readBalancesOperation: Operation = {
  id: 'readBalances',
  tag: 'Balances',
  summary: 'Read the balance',
  description: 'What your business has with us, from the ledger itself and of this very moment.',
  replies: {
    200: {
      description: 'The balance.',
      schema: BalancesReply,
      examples: {
        some: successExample(
          'Tokens to sell, and some that are being sold',
          'Sell or withdraw from what is available.',
          { balances: [{ asset: 'NGNC', available: 125000.5, held: 5000 }], may_hold: true },
        ),
      },
    },
  },
  refusals: [],
}

/** 200: what the business has with us, and what its transactions hold. */
export function readBalancesRoute(app: FastifyInstance, { pool }: AppDeps): void {
  app.get(
    '/balances/v1',
    { config: { access: 'read', operation: readBalancesOperation } },
    async (request) => {
      const { tenant, terms } = keyOf(request)
      const { available, held } = await asTenant(pool, tenant, selectOwnBalance)
      return {
        status: 'success',
        message: terms.mayHoldBalance
          ? 'Sell or withdraw from what is available.'
          : 'This business may hold no balance: its tokens go to a wallet.',
        balances: [{ asset: available.asset, available: jsonNumber(available), held: jsonNumber(held) }],
        may_hold: terms.mayHoldBalance,
      }
    },
  )
}
