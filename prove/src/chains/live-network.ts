/** Networks on which a proof can raise a chain of its own. */
export const liveNetworks = ['Polygon', 'Avalanche', 'Solana', 'Stellar'] as const
export type LiveNetwork = (typeof liveNetworks)[number]

export type EvmNetwork = 'Polygon' | 'Avalanche'

/** Those that a proof uses unless it is told one: they share a spelling of addresses, so that tokens can come on the wrong one. */
export const usualNetworks: readonly LiveNetwork[] = ['Polygon', 'Avalanche']

export function isLiveNetwork(text: string): text is LiveNetwork {
  return (liveNetworks as readonly string[]).includes(text)
}
