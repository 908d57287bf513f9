import type { Preview, SellRequest, SellTransaction } from '../generated/api-types.ts'
import type { Call } from '../http/call.ts'
import type { NameBusiness, Unnamed } from '../identity.ts'
import type { CallOptions } from '../options.ts'

export type SellInput = Unnamed<SellRequest>

export type Sells = Readonly<{
  /** Sells NGNC for naira, paid to a bank account. `deposit` in the reply has the address for tokens from a wallet. */
  create(sell: SellInput, options?: CallOptions): Promise<SellTransaction>
  /** Runs every check without recording anything: returns the fee, the result and every problem. */
  preview(sell: SellInput, options?: CallOptions): Promise<Preview>
}>

export function createSells(call: Call, nameBusiness: NameBusiness): Sells {
  return {
    async create(sell, options) {
      const body = await nameBusiness({ ...sell, type: 'sell_ramp' as const })
      return (await call('initiateSell', { body, options })).transaction
    },
    async preview(sell, options) {
      const body = await nameBusiness({ ...sell, type: 'sell_ramp' as const })
      return (await call('previewSell', { body, options })).preview
    },
  }
}
