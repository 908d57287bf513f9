import { type NetworkName, networksOf } from '@afara/server/kernel/networks.ts'

/** Networks for which a proof can start its own chain. */
export const liveNetworks = networksOf('evm', 'solana', 'stellar')

/** Default networks of a proof. They share a format of addresses, so tokens can arrive on the wrong one. */
export const usualNetworks: readonly NetworkName[] = ['Polygon', 'Avalanche']

export function isLiveNetwork(text: string): text is NetworkName {
  return (liveNetworks as readonly string[]).includes(text)
}
