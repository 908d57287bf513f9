import type { BenchApi } from '../raise-api.ts'
import type { AcceptedBuy } from './accepted-buy.ts'

let runs = 0

/**
 * Returns Lua that posts a new buy each time, with its own reference and wallet. The reference is as long as a uuid and increases, like the
 * order numbers of most callers.
 */
export function postBuysLua(api: BenchApi, buy: AcceptedBuy): string {
  runs += 1
  const body = JSON.stringify({
    business_id: api.businessId,
    link_tag: api.linkTag,
    type: 'buy_ramp',
    amount: Number(buy.amount),
    vendor_name: buy.vendor.name,
    vendor_bank: buy.vendor.bankName,
    vendor_number: buy.vendor.accountNumber,
    bank_name: buy.payerBankName,
    account_number: buy.payerAccountNumber,
    account_name: buy.payerAccountName,
    network: buy.network,
    wallet_address: 'WALLET',
    reference: 'REFERENCE',
  })
  const [head, middle, tail] = body.split(/WALLET|REFERENCE/)
  return `
local head, middle, tail = [[${head}]], [[${middle}]], [[${tail}]]
local fixed = #head + #middle + #tail + 42 + 36
local before = "POST /transactions/v1/onramp HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\naccept: application/json\\r\\n" ..
  "content-type: application/json\\r\\nsvc-sec-key: ${api.key}\\r\\ncontent-length: " .. fixed .. "\\r\\n\\r\\n" .. head
local count = 0
function request()
  count = count + 1
  return before .. string.format("0x%08x%032x", ${runs}, count) .. middle ..
    string.format("bench-%06d-%023d", ${runs}, count) .. tail
end
`
}
