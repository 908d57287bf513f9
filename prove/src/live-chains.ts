import { type NetworkName, networkNamed } from '@afara/server/kernel/networks.ts'
import { simulatedNetworkNamed } from '@afara/stack/chains/simulated-networks.ts'
import type { StandIns } from '@afara/stack/chains/stand-in-wallets.ts'
import type { OnSpawn } from '@afara/stack/processes/child-process.ts'
import type { ChainWitness } from './chains/chain-witness.ts'
import { raiseEvm } from './chains/evm/raise-evm.ts'
import type { Sent } from './chains/sent.ts'
import { raiseSolana } from './chains/solana/raise-solana.ts'
import { raiseStellar } from './chains/stellar/raise-stellar.ts'

/** Chains of a live stack. They keep running while other processes are killed. */
export type LiveChains = Readonly<{
  all: readonly ChainWitness[]
  of(network: NetworkName): ChainWitness
  /** Gives each lane the balance that the ledger has for it. */
  fund(ownerUrl: string): Promise<void>
  /** Returns every final transfer of the token. */
  transfers(): Promise<readonly Sent[]>
  /** Returns every transfer that our lanes ever sent. */
  sent(): Promise<readonly Sent[]>
  stop(): Promise<void>
}>

type At = Readonly<{ directory: string; onSpawn: OnSpawn; wallets?: StandIns }>

export async function raiseLiveChains(networks: readonly NetworkName[], at: At): Promise<LiveChains> {
  const all = await Promise.all(networks.map(async (network) => raise(network, at)))
  const transfers = async () => (await Promise.all(all.map(async (chain) => chain.transfers()))).flat()
  const isLane = new Set(all.flatMap(({ network, lanes }) => lanes.map((lane) => `${network} ${lane}`)))
  return {
    all,
    of: (network) => {
      const chain = all.find((one) => one.network === network)
      if (chain === undefined) throw new Error(`this proof was started without ${network}`)
      return chain
    },
    fund: async (ownerUrl) => {
      for (const chain of all) await chain.fund(ownerUrl)
    },
    transfers,
    sent: async () => (await transfers()).filter(({ network, from }) => isLane.has(`${network} ${from}`)),
    stop: async () => {
      for (const chain of all) await chain.stop()
    },
  }
}

async function raise(network: NetworkName, at: At): Promise<ChainWitness> {
  switch (networkNamed(network).family) {
    case 'evm':
      return raiseEvm(simulatedNetworkNamed(network), at)
    case 'solana':
      return raiseSolana(at)
    default:
      return raiseStellar(at)
  }
}
