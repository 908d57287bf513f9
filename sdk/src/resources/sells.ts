import type { Preview, SellRequest, SellTransaction } from '../generated/api-types.ts'
import type { Call } from '../http/call.ts'
import type { NameBusiness, Unnamed } from '../identity.ts'
import type { CallOptions } from '../options.ts'

export type SellInput = Unnamed<SellRequest>

export type Sells = Readonly<{
  /** Sells NGNC for naira in a bank account. `deposit` of the answer says where to send tokens from a wallet. */
  create(sell: SellInput, options?: CallOptions): Promise<SellTransaction>
  /** Every check with no effect: what it would cost and bring, and all that stands in its way. */
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
