import { join } from 'node:path'
import { parseId } from '@afara/server/kernel/ids/ids.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { startRestate } from '@afara/stack/restate/restate-server.ts'
import { startPayer } from '@afara/stack/services/payer-process.ts'
import { serverEnvironment } from '@afara/stack/services/server-environment.ts'
import { runSeed, startServer } from '@afara/stack/services/server-process.ts'
import { startBankSimulator } from '@afara/stack/simulators/bank-simulator.ts'
import { simulatedPayoutAccounts } from '@afara/stack/simulators/simulated-bank-accounts.ts'
import { createLedgerDatabase } from '../bench-database.ts'
import type { TestBed } from '../test-bed.ts'

const DATABASE = 'afara'

/** All processes that pay out a sell. Nothing accepts sells or deposits here. */
export type PayingStack = Readonly<{
  databaseUrl(role: string): string
  businessId: string
  owner: Pool
  ingressUrl: string
  adminUrl: string
  bankUrl: string
  registerWorker(url: string): Promise<void>
  processes: Readonly<Record<'worker' | 'reconciler' | 'payer' | 'engine', number>>
  stop(): Promise<void>
}>

/** Accounts of the bare driver, at the same bank as ours. */
const bareAccounts = [
  { number: '0000000031', vendor: 'paystack', name: 'Bare at Paystack', funds: '10000000000' },
  { number: '0000000032', vendor: 'monnify', name: 'Bare at Monnify', funds: '10000000000' },
] as const

export async function raisePaying(bed: TestBed): Promise<PayingStack> {
  const { directory, onSpawn, postgres } = bed
  await createLedgerDatabase(bed, DATABASE)
  const databaseUrl = (role: string) => postgres.url(role, DATABASE)
  const engine = await startRestate({ directory: join(directory, 'restate'), onSpawn })
  // The bank sends no notifications: both sides poll.
  const ours = simulatedPayoutAccounts()
  const bank = await startBankSimulator({
    directory: join(directory, 'bank'),
    onSpawn,
    payoutAccounts: [...ours, ...bareAccounts],
  })
  const payerAt = {
    port: await findFreePort(),
    tokens: { worker: 'a-worker-of-a-bench-0123456789abcdef', api: 'an-api-of-a-bench-0123456789abcdef' },
  }
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
    payer: { url: `http://127.0.0.1:${payerAt.port}`, tokens: payerAt.tokens },
  })
  const seed = await runSeed(environment)
  const businessId = parseId('business', seed.businessId)
  if (businessId === undefined) throw new Error(`${seed.businessId} is not the id of a business`)
  const payer = await startPayer({
    ...payerAt,
    directory: join(directory, 'payer'),
    databaseUrl: databaseUrl('afara_payer'),
    bankUrl: bank.url,
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
    bankUrl: bank.url,
    registerWorker: engine.registerWorker,
    processes: {
      worker: worker.processId,
      reconciler: reconciler.processId,
      payer: payer.processId,
      engine: engine.processId,
    },
    stop: async () => {
      await owner.end()
      for (const part of [worker, reconciler, payer, engine, bank]) await part.stop()
    },
  }
}
