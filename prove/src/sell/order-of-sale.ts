import { naira } from '../buy/purchase.ts'
import type { Order } from '../customers.ts'
import type { Sale } from './sale.ts'

// Where they say that the tokens come from; nobody is asked about it here.
const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7'

/** The amount is written as a number of the wire without passing through one of ours. */
export function orderOfSale({ shop, amountMinor, payee, network, reference }: Sale): Order {
  const rest = JSON.stringify({
    business_id: shop.businessId,
    link_tag: shop.linkTag,
    type: 'sell_ramp',
    bank_name: payee.bank,
    account_number: payee.number,
    reference,
    ...(network && { network, wallet_address: WALLET }),
  })
  return {
    key: shop.key,
    path: '/transactions/v1/offramp',
    body: `{"amount":${naira(amountMinor)},${rest.slice(1)}`,
  }
}
