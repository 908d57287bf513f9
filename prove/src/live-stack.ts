import type { NetworkName } from '@afara/server/kernel/networks.ts'
import type { StandIns } from '@afara/stack/chains/stand-in-wallets.ts'
import { type RaisedStack, raiseStack, type StackOptions } from '@afara/stack/live/raise-stack.ts'
import type { ChainWitness } from './chains/chain-witness.ts'
import { usualNetworks } from './chains/live-network.ts'
import { type LiveChains, raiseLiveChains } from './live-chains.ts'

export type LiveStack = RaisedStack<LiveChains>

/** Chains and a signer, so that tokens can be sent. */
type LiveDelivery = Readonly<{
  /** Networks to run. The default is the usual ones. */
  networks?: readonly NetworkName[]
  /** Networks on which we have lanes. The default is all. */
  lanesOn?: readonly NetworkName[]
  /** Returns the URL that the worker uses instead of the chain's own. A proxy there can lose and delay calls. */
  between?(chain: ChainWitness): Promise<string>
  /** Wallets that replace the fixed ones, and the signer's settings for the module that holds their keys. */
  custody?: Readonly<{ wallets: StandIns; module: Readonly<Record<string, string>> }>
}>

type LiveOptions = Omit<StackOptions<LiveChains>, 'delivery'> & Readonly<{ delivery?: LiveDelivery }>

/** Raises the stack with chains that a proof can question and trouble. */
export async function raiseLiveStack(
  settings: Readonly<Record<string, string>> = {},
  { delivery, ...options }: LiveOptions = {},
): Promise<LiveStack> {
  const networks = delivery?.networks ?? usualNetworks
  return raiseStack(settings, {
    ...options,
    ...(delivery && {
      delivery: {
        ...(delivery.custody && { custody: delivery.custody }),
        ...(delivery.lanesOn && { lanesOn: delivery.lanesOn }),
        raiseChains: async (at) => raiseLiveChains(networks, at),
        urlsOf: async (chains) => urlsOf(chains, delivery.between),
      },
    }),
  })
}

/** Returns the URL of each chain for the worker. */
async function urlsOf(
  { all }: LiveChains,
  between: LiveDelivery['between'] = async ({ url }) => url,
): Promise<Record<string, string>> {
  const urls: Record<string, string> = {}
  for (const chain of all) urls[chain.network] = await between(chain)
  return urls
}
