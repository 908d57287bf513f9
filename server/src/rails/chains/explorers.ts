import type { Mode } from '../../kernel/mode.ts'
import { type NetworkName, networks } from '../../kernel/networks.ts'
import type { Explorers } from '../../movements/transfers/chain.ts'

type ExplorerPlaces = Readonly<Record<Mode, Readonly<Partial<Record<NetworkName, string>>>>>

/** Links to the explorers that the settings name, or in live mode to each network's public explorer. */
export function createExplorers(named: ExplorerPlaces): Explorers {
  const link = (mode: Mode, network: string, kind: 'transaction' | 'address', id: string): string | null => {
    const pages = networks.find(({ name }) => name === network)?.explorer
    if (pages === undefined) return null
    const base = named[mode][network as NetworkName] ?? (mode === 'live' ? pages.live : undefined)
    return base === undefined ? null : `${base}${pages[kind]}${encodeURIComponent(id)}`
  }
  return {
    ofTransaction: (mode, network, hash) => link(mode, network, 'transaction', hash),
    ofAddress: (mode, network, address) => link(mode, network, 'address', address),
  }
}
