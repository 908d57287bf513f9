import type { BuyPreviewRequest, BuyRequest, BuyTransaction, Preview } from '../generated/api-types.ts'
import type { Call } from '../http/call.ts'
import type { NameBusiness, Unnamed } from '../identity.ts'
import type { CallOptions } from '../options.ts'

export type BuyInput = Unnamed<BuyRequest>
export type BuyPreviewInput = Unnamed<BuyPreviewRequest>

export type Buys = Readonly<{
  /**
   * Records a buy: the expected payment and the destination of the tokens. The buy is recorded permanently but not yet settled: see
   * `status`.
   */
  create(buy: BuyInput, options?: CallOptions): Promise<BuyTransaction>
  /** Runs every check without recording anything: returns the fee, the result and every problem. The payment may be left out. */
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
