import type { BuyPreviewRequest, BuyRequest, BuyTransaction, Preview } from '../generated/api-types.ts'
import type { Call } from '../http/call.ts'
import type { NameBusiness, Unnamed } from '../identity.ts'
import type { CallOptions } from '../options.ts'

export type BuyInput = Unnamed<BuyRequest>
export type BuyPreviewInput = Unnamed<BuyPreviewRequest>

export type Buys = Readonly<{
  /** Tells which payment to look for and where the tokens go. It is recorded for good, not settled: see `status`. */
  create(buy: BuyInput, options?: CallOptions): Promise<BuyTransaction>
  /** Every check with no effect: what it would cost and bring, and all that stands in its way. The payment may be left out. */
  preview(buy: BuyPreviewInput, options?: CallOptions): Promise<Preview>
}>

export function createBuys(call: Call, nameBusiness: NameBusiness): Buys {
  return {
    async create(buy, options) {
      const body = await nameBusiness({ ...buy, type: 'buy_ramp' as const })
      return (await call('initiateBuy', { body, options })).transaction
    },
    async preview(buy, options) {
      const body = await nameBusiness({ ...buy, type: 'buy_ramp' as const })
      return (await call('previewBuy', { body, options })).preview
    },
  }
}
