import { join } from 'node:path'
import { type AnvilChain, startAnvil } from '@afara/stack/anvil-chain.ts'
import type { OnSpawn } from '@afara/stack/child-process.ts'
import { fundLanes } from '@afara/stack/fund-lanes.ts'
import { simulatedNetworks } from '@afara/stack/simulated-networks.ts'

export type LiveNetwork = 'Polygon' | 'Avalanche'

/** The chains of a live stack, which outlive everything that is killed. */
export type LiveChains = Readonly<{
  /** The chains themselves, without anything between. */
  urls: Readonly<Record<LiveNetwork, string>>
  /** Gives the lanes what the books say. */
  fund(ownerUrl: string): Promise<void>
  stop(): Promise<void>
}>

export async function raiseLiveChains(at: { directory: string; onSpawn: OnSpawn }): Promise<LiveChains> {
  const { polygon, avalanche } = simulatedNetworks
  const raise = async ({ chainId }: { chainId: number }): Promise<AnvilChain> =>
    startAnvil({ ...at, directory: join(at.directory, 'chains'), chainId, blockTimeSeconds: 1 })
  const parts = await Promise.all([raise(polygon), raise(avalanche)])
  const urls = { Polygon: parts[0].url, Avalanche: parts[1].url }
  return {
    urls,
    fund: async (ownerUrl) => {
      for (const network of [polygon, avalanche]) await fundLanes(ownerUrl, network, urls[network.name])
    },
    stop: async () => {
      for (const part of parts) await part.stop()
    },
  }
}
