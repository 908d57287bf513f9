import type { NetworkName } from '@afara/server/movements/transfers/wallet-address.ts'

export type SimulatedNetwork = Readonly<{
  name: NetworkName
  /** Of the test network, because that is what it stands for. */
  chainId: number
  decimals: number
  gasAsset: 'POL' | 'AVAX'
}>

/** The chains of every stack. Tokens have 6 decimals on the one and 18 on the other, as the market's naira tokens do. */
export const simulatedNetworks = {
  polygon: { name: 'Polygon', chainId: 80_002, decimals: 6, gasAsset: 'POL' },
  avalanche: { name: 'Avalanche', chainId: 43_113, decimals: 18, gasAsset: 'AVAX' },
} as const satisfies Record<string, SimulatedNetwork>

/** Where the first contract of anvil's first account always is, on whatever chain. */
export const TOKEN_ADDRESS = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

/** And where its second is: the deposit factory, at the same address on every chain. */
export const FACTORY_ADDRESS = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'

/** What the factory sweeps goes to the first lane; its key is the first of those below. */
export const TREASURY_ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Pays the gas of sweeps, and holds nothing else: the tenth that anvil makes. */
export const SWEEPER_ADDRESS = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

/** Keys that anybody can read in anvil's manual: they guard nothing, and the signer takes them for test mode only. */
export const laneKeys: Readonly<Record<string, `0x${string}`>> = {
  'test-lane-1': '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  'test-lane-2': '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  'test-sweeper': '0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6',
}
