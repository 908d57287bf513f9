import { seedLanes } from '@afara/server/entry/admin/seed-data.ts'
import { askChain } from '@afara/stack/ask-chain.ts'
import { simulatedNetworks, TOKEN_ADDRESS } from '@afara/stack/simulated-networks.ts'
import type { LiveChains, LiveNetwork } from '../live-chains.ts'

/** Tokens that moved, as the chain itself tells it. */
export type Sent = Readonly<{ network: LiveNetwork; from: string; to: string; units: bigint; hash: string }>

type Log = Readonly<{ topics: readonly [string, string, string]; data: string; transactionHash: string }>

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Everything that our lanes ever sent. */
export async function readSent(chains: LiveChains): Promise<Sent[]> {
  const isLane = new Set(seedLanes.map(({ network, address }) => `${network} ${address.toLowerCase()}`))
  return (await readTransfers(chains)).filter(({ network, from }) => isLane.has(`${network} ${from}`))
}

/** Every transfer of the token, at finality, read without the code under proof. */
export async function readTransfers({ urls }: LiveChains): Promise<Sent[]> {
  const all = await Promise.all(
    (['Polygon', 'Avalanche'] as const).map(async (network) => {
      const logs = await askChain<Log[]>(urls[network], 'eth_getLogs', {
        address: TOKEN_ADDRESS,
        topics: [TRANSFER],
        fromBlock: '0x0',
        toBlock: 'finalized',
      })
      return logs.map(({ topics, data, transactionHash }) => ({
        network,
        from: addressOf(topics[1]),
        to: addressOf(topics[2]),
        units: BigInt(data),
        hash: transactionHash,
      }))
    }),
  )
  return all.flat()
}

/** In kobo; a token is a naira. What is less than a kobo is nobody's wish. */
export function minorOf({ network, units }: Sent): bigint {
  const unit = unitOf(network)
  if (units % unit !== 0n) throw new Error(`${units} units on ${network} are not whole kobo`)
  return units / unit
}

/** Units of the chain to a kobo. */
export function unitOf(network: LiveNetwork): bigint {
  const { polygon, avalanche } = simulatedNetworks
  return 10n ** BigInt((network === 'Polygon' ? polygon : avalanche).decimals - 2)
}

function addressOf(topic: string): string {
  return `0x${topic.slice(26)}`.toLowerCase()
}
