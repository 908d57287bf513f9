import { avalanche } from '../../src/rails/chains/networks/avalanche.ts'
import { polygon } from '../../src/rails/chains/networks/polygon.ts'
import { describeChain } from './chain.contract.ts'
import { evmWays, raiseEvmWorld } from './evm-world.ts'

describeChain('Polygon', evmWays, async () => raiseEvmWorld(polygon, { decimals: 6 }))
describeChain('Polygon with a second node', evmWays, async () =>
  raiseEvmWorld(polygon, { decimals: 6, witness: { patienceMs: 60_000 } }),
)
describeChain('Avalanche', evmWays, async () => raiseEvmWorld(avalanche, { decimals: 18 }))
