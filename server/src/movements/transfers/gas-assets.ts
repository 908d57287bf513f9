import type { GasAsset } from './chain.ts'
import type { NetworkName } from './wallet-address.ts'

/** What each network takes for a transfer. gas_asset() says the same to PostgreSQL. */
export const gasAssets = {
  Polygon: 'POL',
  Avalanche: 'AVAX',
  Stellar: 'XLM',
  Solana: 'SOL',
} as const satisfies Record<NetworkName, GasAsset>
