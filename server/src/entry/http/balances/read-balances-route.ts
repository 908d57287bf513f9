import type { FastifyInstance } from 'fastify'
import { jsonNumber } from '../../../kernel/money/json-number.ts'
import { asTenant } from '../../../kernel/postgres/pool.ts'
import { selectOwnBalance } from '../../../records/ledger/own-balance-store.ts'
import type { AppDeps } from '../app-deps.ts'
import { keyOf } from '../require-key.ts'
import { readBalancesOperation } from './read-balances-operation.ts'

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
