import { askJson } from './ask-json.ts'
import { untilCompleted } from './until-completed.ts'

type Facts = Readonly<Record<string, string>>
type Asked = { transaction: { transaction_id: string } }

/** Takes tokens of the test balance to a wallet, and waits until they have arrived for good. Returns how long that took, and the transfer. */
export async function settleFirstWithdrawal(apiUrl: string, facts: Facts) {
  const headers = { 'svc-sec-key': facts['testKey'] ?? '' }
  const path = `${apiUrl}/transactions/v1`
  const { transaction } = (await askJson(`${path}/withdrawals`, headers, {
    business_id: facts['businessId'],
    link_tag: facts['linkTag'],
    type: 'withdrawal',
    amount: 1500,
    network: 'Polygon',
    wallet_address: '0x52908400098527886E0F7030069857D2E4169EE7',
    reference: 'my-first-withdrawal',
  })) as Asked
  const { tookMs, evidence } = await untilCompleted(`${path}/${transaction.transaction_id}`, headers, 'hash')
  return { arrivedMs: tookMs, hash: evidence }
}
