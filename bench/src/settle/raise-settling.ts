import { join } from 'node:path'
import { parseId } from '@afara/server/kernel/ids/ids.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { startAnvil } from '@afara/stack/chains/evm/anvil-chain.ts'
import { fundLanes } from '@afara/stack/chains/evm/fund-lanes.ts'
import { simulatedNetworks } from '@afara/stack/chains/simulated-networks.ts'
import { askChain } from '@afara/stack/http/ask-chain.ts'
import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { startRestate } from '@afara/stack/restate/restate-server.ts'
import { serverEnvironment } from '@afara/stack/services/server-environment.ts'
import { runSeed, startServer } from '@afara/stack/services/server-process.ts'
import { startSigner } from '@afara/stack/services/signer-process.ts'
import { createLedgerDatabase } from '../bench-database.ts'
import type { TestBed } from '../test-bed.ts'

const DATABASE = 'afara'

/** All processes that settle a buy. Nothing accepts or matches buys here. */
export type SettlingStack = Readonly<{
  databaseUrl(role: string): string
  businessId: string
  owner: Pool
  ingressUrl: string
  adminUrl: string
  chainUrl: string
  registerWorker(url: string): Promise<void>
  processes: Readonly<Record<'worker' | 'reconciler' | 'signer' | 'engine' | 'chain', number>>
  stop(): Promise<void>
}>

export async function raiseSettling(bed: TestBed): Promise<SettlingStack> {
  const { directory, onSpawn, postgres } = bed
  await createLedgerDatabase(bed, DATABASE)
  const databaseUrl = (role: string) => postgres.url(role, DATABASE)
  const engine = await startRestate({ directory: join(directory, 'restate'), onSpawn })
  const { polygon } = simulatedNetworks
  const chain = await startAnvil({ directory, chainId: polygon.chainId, blockTimeSeconds: 1, onSpawn })
  const signerAt = { port: await findFreePort(), token: 'a-token-of-a-bench-0123456789abcdef' }
  const [workerPort, reconcilerPort] = [await findFreePort(), await findFreePort()]
  const environment = serverEnvironment({
    databaseUrl,
    restateIngressUrl: engine.ingressUrl,
    apiPort: await findFreePort(),
    otcPort: await findFreePort(),
    managementPort: await findFreePort(),
    workerPort,
    reconcilerPort,
    keyPeppers: `1:${'0f'.repeat(32)}`,
    sealHeadFile: join(directory, 'seal-head'),
    chainUrls: { Polygon: chain.url },
    signer: { url: `http://127.0.0.1:${signerAt.port}`, token: signerAt.token },
  })
  const seed = await runSeed(environment)
  const businessId = parseId('business', seed.businessId)
  if (businessId === undefined) throw new Error(`${seed.businessId} is not the id of a business`)
  await fundLanes(databaseUrl('afara_owner'), polygon, chain.url)
  // Transactions of one second share a block, as on a real network. With one block per transaction, the chain would be the bottleneck.
  await askChain(chain.url, 'evm_setIntervalMining', 1)
  const signer = await startSigner({
    ...signerAt,
    directory: join(directory, 'signer'),
    databaseUrl: databaseUrl('afara_signer'),
    onSpawn,
  })
  const server = { environment, directory, onSpawn }
  const worker = await startServer({ name: 'worker', port: workerPort, ...server })
  const reconciler = await startServer({ name: 'reconciler', port: reconcilerPort, ...server })
  await engine.registerWorker(`http://127.0.0.1:${workerPort}`)
  const owner = createPool(databaseUrl('afara_owner'), { max: 4, applicationName: 'bench', isPatient: true })
  return {
    databaseUrl,
    businessId,
    owner,
    ingressUrl: engine.ingressUrl,
    adminUrl: engine.adminUrl,
    chainUrl: chain.url,
    registerWorker: engine.registerWorker,
    processes: {
      worker: worker.processId,
      reconciler: reconciler.processId,
      signer: signer.processId,
      engine: engine.processId,
      chain: chain.processId,
    },
    stop: async () => {
      await owner.end()
      for (const part of [worker, reconciler, signer, engine, chain]) await part.stop()
    },
  }
}
