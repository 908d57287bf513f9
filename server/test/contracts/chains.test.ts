import { simulatedNetworks } from '@afara/stack/chains/simulated-networks.ts'
import { networkNamed } from '../../src/kernel/networks.ts'
import { describeChain } from './chain.contract.ts'
import { evmWays, raiseEvmWorld } from './evm-world.ts'

for (const { name, decimals } of Object.values(simulatedNetworks))
  describeChain(name, evmWays, async () => raiseEvmWorld(networkNamed(name), { decimals }))

describeChain('Polygon with a second node', evmWays, async () =>
  raiseEvmWorld(networkNamed('Polygon'), { decimals: 6, witness: { patienceMs: 60_000 } }),
)
