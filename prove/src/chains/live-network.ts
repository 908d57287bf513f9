import { type NetworkName, networksOf } from '@afara/server/kernel/networks.ts'

/** Networks on which a proof can raise a chain of its own. */
export const liveNetworks = networksOf('evm', 'solana', 'stellar')

/** Those that a proof uses unless it is told one: they share a spelling of addresses, so that tokens can come on the wrong one. */
export const usualNetworks: readonly NetworkName[] = ['Polygon', 'Avalanche']

export function isLiveNetwork(text: string): text is NetworkName {
  return (liveNetworks as readonly string[]).includes(text)
}
