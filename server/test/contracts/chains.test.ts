import { avalanche } from '../../src/rails/chains/networks/avalanche.ts'
import { polygon } from '../../src/rails/chains/networks/polygon.ts'
import { describeChain } from './chain.contract.ts'
import { raiseEvmWorld } from './evm-world.ts'

describeChain('Polygon', async () => raiseEvmWorld(polygon, { decimals: 6 }))
describeChain('Polygon with a second node', async () =>
  raiseEvmWorld(polygon, { decimals: 6, witness: { patienceMs: 60_000 } }),
)
describeChain('Avalanche', async () => raiseEvmWorld(avalanche, { decimals: 18 }))
