import { setTimeout as sleep } from 'node:timers/promises'
import { mintTokens } from '@afara/stack/chains/evm/deploy-token.ts'
import { simulatedNetworks } from '@afara/stack/chains/simulated-networks.ts'
import { sampleSell } from '@afara/stack/journeys/first-sell.ts'
import type { LiveStack } from '../live-stack.ts'

const LEAST = 1_500
const { polygon } = simulatedNetworks

type Sold = Readonly<{ transaction: { deposit?: { address: string } } }>

/** Makes sells, alternately from a balance and from a wallet whose tokens arrive, spread over these seconds. Returns the refused ones. */
export async function sellSome(stack: LiveStack, count: number, seconds: number): Promise<string[]> {
  const refused: string[] = []
  for (let number = 0; number < count; number += 1) {
    await sleep((seconds * 1000) / count)
    const amount = LEAST + number
    const isOfWallet = number % 2 === 1
    const response = await fetch(`${stack.apiUrl}/transactions/v1/offramp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'svc-sec-key': stack.testKey },
      body: JSON.stringify({
        ...sampleSell({ businessId: stack.businessId, linkTag: stack.linkTag }),
        ...(isOfWallet && {
          network: polygon.name,
          wallet_address: '0x52908400098527886E0F7030069857D2E4169EE7',
        }),
        amount,
        reference: `feed-sell-${number}`,
      }),
    })
    const text = await response.text()
    if (response.status !== 200) refused.push(`${response.status} ${text.slice(0, 200)}`)
    else if (isOfWallet)
      await deposit(stack, (JSON.parse(text) as Sold).transaction.deposit?.address ?? '', amount)
  }
  return refused
}

async function deposit({ chains }: LiveStack, address: string, amount: number): Promise<void> {
  const chain = chains?.all.find(({ network }) => network === 'Polygon')
  if (chain === undefined) throw new Error('the stack was started without a chain to send tokens on')
  await mintTokens(chain.url, address, BigInt(amount) * 10n ** BigInt(polygon.decimals))
}
