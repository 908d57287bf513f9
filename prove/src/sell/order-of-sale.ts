import { naira } from '../buy/purchase.ts'
import type { Order } from '../customers.ts'
import type { LiveChains } from '../live-chains.ts'
import type { Sale } from './sale.ts'

/** Builds the request. The amount is written as a JSON number from a bigint, without a JavaScript number in between. */
export function orderOfSale(sale: Sale, chains: Pick<LiveChains, 'of'>): Order {
  const { shop, amountMinor, payee, network, reference } = sale
  const rest = JSON.stringify({
    business_id: shop.businessId,
    link_tag: shop.linkTag,
    type: 'sell_ramp',
    bank_name: payee.bank,
    account_number: payee.number,
    reference,
    ...(network && { network, wallet_address: chains.of(network).senderWallet }),
  })
  return {
    key: shop.key,
    path: '/transactions/v1/offramp',
    body: `{"amount":${naira(amountMinor)},${rest.slice(1)}`,
  }
}
