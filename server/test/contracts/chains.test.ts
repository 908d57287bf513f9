import { networkNamed } from '../../src/kernel/networks.ts'
import { describeChain } from './chain.contract.ts'
import { evmWays, raiseEvmWorld } from './evm-world.ts'

const avalanche = networkNamed('Avalanche')
const polygon = networkNamed('Polygon')

describeChain('Polygon', evmWays, async () => raiseEvmWorld(polygon, { decimals: 6 }))
describeChain('Polygon with a second node', evmWays, async () =>
  raiseEvmWorld(polygon, { decimals: 6, witness: { patienceMs: 60_000 } }),
)
describeChain('Avalanche', evmWays, async () => raiseEvmWorld(avalanche, { decimals: 18 }))
