import type {
  BuyPreviewRequest,
  BuyRequest,
  BuyTransaction,
  ExpectedBuyReply,
  ExpectedBuyRequest,
  Preview,
} from '../generated/api-types.ts'
import type { Call } from '../http/call.ts'
import type { NameBusiness, Unnamed } from '../identity.ts'
import type { CallOptions } from '../options.ts'

export type BuyInput = Unnamed<BuyRequest>
export type ExpectedBuyInput = Unnamed<ExpectedBuyRequest & { type?: never }>
export type ExpectedBuy = Pick<ExpectedBuyReply, 'transaction' | 'pay_into'>
export type BuyPreviewInput = Unnamed<BuyPreviewRequest>

export type Buys = Readonly<{
  /**
   * Records a buy: the expected payment and the destination of the tokens. The buy is recorded permanently but not yet settled: see
   * `status`.
   */
  create(buy: BuyInput, options?: CallOptions): Promise<BuyTransaction>
  /**
   * Records a buy before the payment, and returns an account number for this payment alone. The buy settles without a claim. `pay_into` is
   * null once nothing is to be paid.
   */
  expect(buy: ExpectedBuyInput, options?: CallOptions): Promise<ExpectedBuy>
  /** Runs every check without recording anything: returns the fee, the result and every problem. The payment may be left out. */
  preview(buy: BuyPreviewInput, options?: CallOptions): Promise<Preview>
}>

export function createBuys(call: Call, nameBusiness: NameBusiness): Buys {
  return {
    async create(buy, options) {
      const body = await nameBusiness({ ...buy, type: 'buy_ramp' as const })
      return (await call('initiateBuy', { body, options })).transaction
    },
    async expect(buy, options) {
      const body = await nameBusiness(buy)
      const { transaction, pay_into } = await call('expectBuy', { body, options })
      return { transaction, pay_into }
    },
    async preview(buy, options) {
      const body = await nameBusiness({ ...buy, type: 'buy_ramp' as const })
      return (await call('previewBuy', { body, options })).preview
    },
  }
}
