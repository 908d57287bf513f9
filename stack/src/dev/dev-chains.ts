import { join } from 'node:path'
import { startAnvil } from '../chains/evm/anvil-chain.ts'
import { fundLanes } from '../chains/evm/fund-lanes.ts'
import { simulatedNetworks, TOKEN_ADDRESS } from '../chains/simulated-networks.ts'
import { fundSolana } from '../chains/solana/fund-solana.ts'
import { startSolana } from '../chains/solana/solana-chain.ts'
import { fundStellar } from '../chains/stellar/fund-stellar.ts'
import { startHorizon } from '../chains/stellar/horizon-simulator.ts'
import { whyMissing } from '../processes/platform-package.ts'
import type { DevPlan, EvmService } from './dev-plan.ts'
import { noted, type StartedService } from './launch-services.ts'

export async function raiseChain(plan: DevPlan, name: EvmService): Promise<StartedService> {
  const missing = whyMissing('anvil')
  if (missing !== undefined) return { note: `not started: ${missing}` }
  const { directory, ports, onSpawn, noteOn } = plan
  const part = await startAnvil({
    chainId: simulatedNetworks[name].chainId,
    directory: join(directory, 'chains'),
    port: ports[name],
    blockTimeSeconds: 1,
    onSpawn,
  })
  return { part, url: part.url, ...noted(noteOn(name)) }
}

export async function raiseSolana({ directory, ports, onSpawn, noteOn }: DevPlan): Promise<StartedService> {
  const missing = whyMissing('surfpool')
  if (missing !== undefined) return { note: `not started: ${missing}` }
  const part = await startSolana({ directory: join(directory, 'chains'), port: ports.solana, onSpawn })
  return { part, url: part.url, ...noted(noteOn('solana')) }
}

export async function raiseStellar({ directory, ports, onSpawn, noteOn }: DevPlan): Promise<StartedService> {
  const part = await startHorizon({ directory: join(directory, 'chains'), port: ports.stellar, onSpawn })
  return { part, url: part.url, ...noted(noteOn('stellar')) }
}

/** Chains are in memory, so they are created again from the ledger. */
export async function fundChains({ chainUrls, databaseUrl }: DevPlan): Promise<StartedService> {
  const owner = databaseUrl('afara_owner')
  await Promise.all([
    ...Object.values(simulatedNetworks)
      .filter(() => whyMissing('anvil') === undefined)
      .map(async (network) => fundLanes(owner, network, chainUrls[network.name])),
    whyMissing('surfpool') === undefined && fundSolana(owner, chainUrls.Solana),
    fundStellar(owner, chainUrls.Stellar),
  ])
  return { note: TOKEN_ADDRESS }
}
