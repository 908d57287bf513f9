import { eachOfPages } from '../each-of-pages.ts'
import type { BalanceMovement, BalancesReply } from '../generated/api-types.ts'
import type { Call, CallInput } from '../http/call.ts'
import type { CallOptions } from '../options.ts'

export type StatementFilters = CallInput<'listBalanceMovements'>['query']
/** `may_hold`: whether a buy without a wallet is added to the balance. */
export type BalancesNow = Pick<BalancesReply, 'balances' | 'may_hold'>

export type Balances = Readonly<{
  /** Returns the balance of the business, and the part that is held for open sells and withdrawals. */
  get(options?: CallOptions): Promise<BalancesNow>
  /** Yields every change of the balance, newest first. Each page is requested when the loop reaches it. */
  statement(filters?: StatementFilters, options?: CallOptions): AsyncIterable<BalanceMovement>
}>

export function createBalances(call: Call): Balances {
  return {
    async get(options) {
      const { balances, may_hold } = await call('readBalances', { options })
      return { balances, may_hold }
    },
    statement: (filters = {}, options) =>
      eachOfPages(async (after) => {
        const query = { limit: 100, ...filters, ...(after && { after }) }
        const { movements, next } = await call('listBalanceMovements', { query, options })
        return { items: movements, next }
      }, filters.after),
  }
}
