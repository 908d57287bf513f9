import type { Asking } from '../accept/request-identity.ts'
import type { SellAsking } from '../sells/accept-sell.ts'
import type { Preview, PreviewDeps } from './preview.ts'
import { type IntendedBuy, previewBuy } from './preview-buy.ts'
import { type IntendedSell, previewSell } from './preview-sell.ts'
import { type IntendedWithdrawal, previewWithdrawal } from './preview-withdrawal.ts'

/** Runs every check of a request and of its later steps. Has no effect except that it counts name enquiries. Answers in three seconds. */
export type Previews = Readonly<{
  buy(asking: Asking, buy: IntendedBuy): Promise<Preview>
  sell(asking: SellAsking, sell: IntendedSell): Promise<Preview>
  withdrawal(asking: Asking, withdrawal: IntendedWithdrawal): Promise<Preview>
}>

export function createPreviews(deps: PreviewDeps): Previews {
  return {
    buy: async (asking, buy) => previewBuy(deps, asking, buy),
    sell: async (asking, sell) => previewSell(deps, asking, sell),
    withdrawal: async (asking, withdrawal) => previewWithdrawal(deps, asking, withdrawal),
  }
}
