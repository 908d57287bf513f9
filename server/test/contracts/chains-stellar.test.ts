import { describeChain } from './chain.contract.ts'
import { reachStellar } from './stellar-ground.ts'
import { raiseStellarWorld, raiseStellarWorldOn, stellarWays } from './stellar-world.ts'

/** URL of a Horizon, such as the test network's. If set, the suite runs there, which takes some minutes. */
const live = process.env['HORIZON_URL']

if (live === undefined) {
  describeChain('Stellar', stellarWays, async () => raiseStellarWorld())
  describeChain('Stellar with a second Horizon', stellarWays, async () =>
    raiseStellarWorld({ witness: { patienceMs: 60_000 } }),
  )
} else {
  describeChain('Stellar', { ...stellarWays, standsStill: false }, async () =>
    raiseStellarWorldOn(await reachStellar(live)),
  )
}
