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
  message: textReply(
    'Tells you what you can do with the balance.',
    'You can sell or withdraw the available amount.',
  ),
  balances: Type.Array(
    namedObject('Balance', {
      asset: wordReply(['NGNC'], 'The asset. New values may be added.'),
      available: amountReply('The amount you can sell or withdraw now.', 125000.5),
      held: amountReply(
        'The amount held by unfinished sells and withdrawals. It is debited when they clear and released if they fail.',
        5000,
      ),
    }),
  ),
  owed: amountReply(
    'Naira that your business owes us because a bank recalled a payment after the tokens of its buy had been delivered.',
    0,
  ),
  may_hold: Type.Boolean({
    description: 'Whether the tokens of a buy without a wallet are credited to your balance.',
    examples: [true],
  }),
})

const readBalancesOperation: Operation = {
  id: 'readBalances',
  tag: 'Balances',
  summary: 'Read the balance',
  description: 'The current balance of your business, read from the ledger.',
  replies: {
    200: {
      description: 'The balance.',
      schema: BalancesReply,
      examples: {
        some: successExample(
          'Tokens available to sell, and tokens held by a sell',
          'You can sell or withdraw the available amount.',
          { balances: [{ asset: 'NGNC', available: 125000.5, held: 5000 }], owed: 0, may_hold: true },
        ),
      },
    },
  },
  refusals: [],
}

/** 200: the balance of the business, and the amounts that its transactions hold. */
export function readBalancesRoute(app: FastifyInstance, { pool }: AppDeps): void {
  app.get(
    '/balances/v1',
    { config: { access: 'read', operation: readBalancesOperation } },
    async (request) => {
      const { tenant, terms } = keyOf(request)
      const { available, held, owed } = await asTenant(pool, tenant, selectOwnBalance)
      return {
        status: 'success',
        message: terms.mayHoldBalance
          ? 'You can sell or withdraw the available amount.'
          : 'This business cannot hold a balance. Its tokens are sent to a wallet.',
        balances: [{ asset: available.asset, available: jsonNumber(available), held: jsonNumber(held) }],
        owed: jsonNumber(owed),
        may_hold: terms.mayHoldBalance,
      }
    },
  )
}
