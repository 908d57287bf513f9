import { describeChain } from './chain.contract.ts'
import { raiseStellarWorld, stellarWays } from './stellar-world.ts'

describeChain('Stellar', stellarWays, async () => raiseStellarWorld())
describeChain('Stellar with a second Horizon', stellarWays, async () =>
  raiseStellarWorld({ witness: { patienceMs: 60_000 } }),
)
