import type { NetworkName } from '@afara/server/kernel/networks.ts'
import { mintTokens } from '../chains/evm/deploy-token.ts'
import { type SimulatedNetwork, simulatedNetworks } from '../chains/simulated-networks.ts'
import { askJson } from '../http/ask-json.ts'
import { untilCompleted } from './until-completed.ts'

type Facts = Readonly<Record<string, string>>
type Sold = { transaction: { transaction_id: string; deposit?: { address: string } } }

export type FirstSell = Readonly<{
  /** Time from the request until the bank confirms the payment. */
  paidOutMs: number
  /** Session id of the payment. */
  sessionId: string
}>

const SOLD = 1500

/** A sell from the test balance of the seed's business, to an account of Ada Obi. */
export function sampleSell({ businessId, linkTag }: Facts): object {
  return {
    business_id: businessId,
    link_tag: linkTag,
    type: 'sell_ramp',
    amount: SOLD,
    bank_name: 'GTBank',
    account_number: '0123456789',
    reference: 'my-first-sell',
  }
}

/** A sell from a wallet. The reply has the address for its tokens. */
function walletSell(facts: Facts, { name }: SimulatedNetwork): object {
  return {
    ...sampleSell(facts),
    network: name,
    wallet_address: '0x52908400098527886E0F7030069857D2E4169EE7',
    reference: 'my-first-sell-from-a-wallet',
  }
}

/**
 * Creates the sell and waits until the bank confirms the payment. The sell passes through the name enquiry, checks, a payout account and
 * the payer.
 */
export async function settleFirstSell(apiUrl: string, facts: Facts): Promise<FirstSell> {
  return settleSell(apiUrl, facts, sampleSell(facts))
}

/** Does the same as `settleFirstSell` for a sell from a wallet, whose tokens arrive at its deposit address on a network. */
export async function settleWalletSell(
  { apiUrl, chainUrls }: { apiUrl: string; chainUrls: Readonly<Record<NetworkName, string>> },
  facts: Facts,
  network: SimulatedNetwork = simulatedNetworks.polygon,
): Promise<FirstSell> {
  return settleSell(apiUrl, facts, walletSell(facts, network), async (address) =>
    mintTokens(chainUrls[network.name], address, BigInt(SOLD) * 10n ** BigInt(network.decimals)),
  )
}

async function settleSell(
  apiUrl: string,
  facts: Facts,
  wanted: object,
  deposit?: (address: string) => Promise<void>,
): Promise<FirstSell> {
  const headers = { 'svc-sec-key': facts['testKey'] ?? '' }
  const path = `${apiUrl}/transactions/v1`
  const began = performance.now()
  const { transaction: sold } = (await askJson(`${path}/offramp`, headers, wanted)) as Sold
  if (deposit !== undefined) await deposit(sold.deposit?.address ?? '')
  const { evidence } = await untilCompleted(`${path}/${sold.transaction_id}`, headers, 'session')
  return { paidOutMs: performance.now() - began, sessionId: evidence }
}
