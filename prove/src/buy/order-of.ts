import type { Order } from '../customers.ts'
import { naira, type Purchase } from './purchase.ts'

/** Builds the request. The amount is written as a JSON number from a bigint, without a JavaScript number in between. */
export function orderOf(purchase: Purchase, vendorNames: ReadonlyMap<string, string>): Order {
  const { shop, account, payer, wallet, reference, amountMinor } = purchase
  const rest = JSON.stringify({
    business_id: shop.businessId,
    link_tag: shop.linkTag,
    type: 'buy_ramp',
    vendor_name: vendorNames.get(account),
    vendor_number: account,
    vendor_bank: 'TEST BANK (not a bank)',
    bank_name: 'GTBank',
    account_number: payer.account_number,
    account_name: payer.name,
    reference,
    ...(wallet && { network: wallet.network, wallet_address: wallet.address }),
  })
  const body = `{"amount":${naira(amountMinor)},${rest.slice(1)}`
  return { key: shop.key, path: '/transactions/v1/onramp', body }
}
