import { seedLanes } from '@afara/server/entry/admin/seed-data.ts'
import { askChain } from '@afara/stack/ask-chain.ts'
import { simulatedNetworks, TOKEN_ADDRESS } from '@afara/stack/simulated-networks.ts'
import type { LiveChains, LiveNetwork } from '../live-chains.ts'

/** Tokens that left a lane, as the chain itself tells it. */
export type Sent = Readonly<{ network: LiveNetwork; from: string; to: string; units: bigint; hash: string }>

type Log = Readonly<{ topics: readonly [string, string, string]; data: string; transactionHash: string }>

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Everything that our lanes ever sent, at finality, read without the code under proof. */
export async function readSent({ urls }: LiveChains): Promise<Sent[]> {
  const all = await Promise.all(
    (['Polygon', 'Avalanche'] as const).map(async (network) => {
      const ours = seedLanes.filter((lane) => lane.network === network)
      const lanes = new Set(ours.map(({ address }) => address.toLowerCase()))
      const logs = await askChain<Log[]>(urls[network], 'eth_getLogs', {
        address: TOKEN_ADDRESS,
        topics: [TRANSFER],
        fromBlock: '0x0',
        toBlock: 'finalized',
      })
      return logs
        .map(({ topics, data, transactionHash }) => ({
          network,
          from: addressOf(topics[1]),
          to: addressOf(topics[2]),
          units: BigInt(data),
          hash: transactionHash,
        }))
        .filter(({ from }) => lanes.has(from))
    }),
  )
  return all.flat()
}

/** In kobo; a token is a naira. What is less than a kobo is nobody's wish. */
export function minorOf({ network, units }: Sent): bigint {
  const unit = 10n ** BigInt(decimalsOf(network) - 2)
  if (units % unit !== 0n) throw new Error(`${units} units on ${network} are not whole kobo`)
  return units / unit
}

function decimalsOf(network: LiveNetwork): number {
  return network === 'Polygon' ? simulatedNetworks.polygon.decimals : simulatedNetworks.avalanche.decimals
}

function addressOf(topic: string): string {
  return `0x${topic.slice(26)}`.toLowerCase()
}
