import { simulatedNetworks, simulatedSolana, simulatedStellar } from '../chains/simulated-networks.ts'
import { askJson } from '../http/ask-json.ts'
import { untilCompleted } from './until-completed.ts'

type Facts = Readonly<Record<string, string>>
type Asked = { transaction: { transaction_id: string } }

type Wallet = Readonly<{ network: string; address: string }>

const wallets: readonly Wallet[] = [
  ...Object.values(simulatedNetworks).map(({ name }) => ({
    network: name,
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
  })),
  { network: simulatedSolana.name, address: simulatedSolana.customer },
  { network: simulatedStellar.name, address: simulatedStellar.customer },
]

/**
 * Withdraws tokens from the test balance to a wallet on each network, all at once, and waits until they are final. Returns the duration and
 * the transfers.
 */
export async function settleFirstWithdrawals(apiUrl: string, facts: Facts) {
  const began = performance.now()
  const hashes = await Promise.all(
    wallets.map(async (wallet) => [wallet.network, await settleWithdrawal(apiUrl, facts, wallet)] as const),
  )
  return { arrivedMs: performance.now() - began, hashes }
}

async function settleWithdrawal(apiUrl: string, facts: Facts, { network, address }: Wallet): Promise<string> {
  const headers = { 'svc-sec-key': facts['testKey'] ?? '' }
  const path = `${apiUrl}/transactions/v1`
  const { transaction } = (await askJson(`${path}/withdrawals`, headers, {
    business_id: facts['businessId'],
    link_tag: facts['linkTag'],
    type: 'withdrawal',
    amount: 1500,
    network,
    wallet_address: address,
    reference: `my-first-withdrawal-on-${network}`,
  })) as Asked
  const { evidence } = await untilCompleted(`${path}/${transaction.transaction_id}`, headers, 'hash')
  return evidence
}
