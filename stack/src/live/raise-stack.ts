import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { noStandIns, type StandIns } from '../chains/stand-in-wallets.ts'
import type { PostgresPair } from '../postgres/postgres-pair.ts'
import type { OnSpawn } from '../processes/child-process.ts'
import { findFreePort } from '../processes/loopback-port.ts'
import { createTemporaryRun } from '../processes/temporary-run.ts'
import { type RestateCluster, startRestateCluster } from '../restate/restate-cluster.ts'
import { forgetNudges, type RestateServer, startRestate } from '../restate/restate-server.ts'
import { startPayer } from '../services/payer-process.ts'
import { hookUrlsAt, serverEnvironment } from '../services/server-environment.ts'
import { runSeed, startServer } from '../services/server-process.ts'
import { startSigner } from '../services/signer-process.ts'
import {
  askBeforePaying,
  type BankAccount,
  type BankSimulator,
  startBankSimulator,
} from '../simulators/bank-simulator.ts'
import { simulatedAccounts, simulatedPayoutAccounts } from '../simulators/simulated-bank-accounts.ts'
import { startDatabase, startPairedDatabase } from './start-database.ts'

/** The chains of a stack. They keep running while other processes are killed. */
export type StackChains = Readonly<{
  /** Gives each lane the balance that the ledger has for it. */
  fund(ownerUrl: string): Promise<void>
  stop(): Promise<void>
}>

export type RaisedStack<Chains extends StackChains> = Readonly<{
  apiUrl: string
  testKey: string
  businessId: string
  linkTag: string
  /** Environment of the server's processes, for a second API process. */
  environment: Readonly<Record<string, string>>
  /** Log directory and spawn hook for an extra process. The hook lets the run end the process if its program cannot. */
  beside: Readonly<{ directory: string; onSpawn: OnSpawn }>
  databaseUrl(role: string): string
  /** Process id of the worker that runs now. */
  workerId(): number
  /** Process ids of all our processes that run now, by name. */
  processIds(): Readonly<Record<string, number>>
  pauseWorker(): void
  resumeWorker(): void
  /** Kills Restate with SIGKILL, deletes its disk and starts an empty one in its place. */
  loseEngine(): Promise<void>
  /** Kills PostgreSQL and all its sessions with SIGKILL, then restarts it on the same disk, where it recovers by itself. */
  crashPostgres(): Promise<void>
  /** Kills the API with SIGKILL and restarts it. */
  crashApi(): Promise<void>
  /** Kills the worker with SIGKILL and restarts it. */
  crashWorker(): Promise<void>
  /** Kills the reconciler with SIGKILL and restarts it. */
  crashReconciler(): Promise<void>
  /** Where Restate is managed. */
  engineAdminUrl: string
  /** Kills Restate with SIGKILL and restarts it on its disk. */
  crashEngine(): Promise<void>
  /** Kills the signer with SIGKILL and restarts it on its journal. */
  crashSigner(): Promise<void>
  /** Kills the payer process with SIGKILL and restarts it on its journal. */
  crashPayer(): Promise<void>
  /** Copies the data of PostgreSQL while it runs, encrypted. Returns the file. */
  backUpPostgres(): Promise<string>
  /** Kills PostgreSQL and starts it again on the data of the last backup. */
  restorePostgres(): Promise<void>
  /** Absent unless the options request a cluster of Restate. */
  engineCluster: RestateCluster | undefined
  /** Absent unless the options request a standby. */
  pair: PostgresPair | undefined
  /** Absent unless the options request a bank. */
  bank: BankSimulator | undefined
  /** Absent unless the options include delivery. */
  chains: Chains | undefined
  /** Address and token of the signer. */
  signer: Readonly<{ url: string; token: string }> | undefined
  stop(): Promise<void>
}>

/** Options of the bank simulator. Its accounts are the seed's test accounts unless others are given. */
type LiveBank = Readonly<{
  accounts?: readonly BankAccount[]
  seed?: string
  /** ISO time at which the bank's clock stops until it is moved. */
  stoppedAt?: string
  /** The payer sends a payment again only after the bank has not known it for this long. */
  repeatAfterSeconds?: number
  /** Whether the sandbox of the API acts on this bank and the chains. */
  hasSandbox?: boolean
  /** Whether the vendor that can ask asks the payer before it pays. */
  isAsking?: boolean
}>

/** What signer and payer allow, instead of what suits most stacks. */
type VaultPolicy = Readonly<{
  /** The tokens that a business may have without a cause in test mode. */
  uncausedTestMinor: string
  /** What may leave in an hour by each lane and each payout account. */
  perHourMinor: string
}>

/** Chains and a signer, so that tokens can be sent. */
type StackDelivery<Chains extends StackChains> = Readonly<{
  raiseChains(at: Readonly<{ directory: string; onSpawn: OnSpawn; wallets: StandIns }>): Promise<Chains>
  /** Returns the URL of each network for the worker. */
  urlsOf(chains: Chains): Promise<Readonly<Record<string, string>>>
  /** Networks on which we have lanes. The default is all. */
  lanesOn?: readonly string[]
  /** Wallets that replace the fixed ones, and the signer's settings for the module that holds their keys. */
  custody?: Readonly<{ wallets: StandIns; module: Readonly<Record<string, string>> }>
}>

export type StackOptions<Chains extends StackChains> = Readonly<{
  bank?: LiveBank
  delivery?: StackDelivery<Chains>
  policy?: VaultPolicy
  /** See `startRestate`. */
  isEngineSearchable?: boolean
  postgresSettings?: Readonly<Record<string, string>>
  /** A second PostgreSQL that follows the first one. All connections lead through HAProxy to the primary. */
  standby?: 'synchronous' | 'asynchronous'
  /** Three nodes of Restate instead of one. */
  isEngineCluster?: boolean
  /** Writes rows into the migrated database before any process starts. */
  fill?: (databaseUrl: (role: string) => string) => Promise<void>
}>

/**
 * Starts the real processes: durable PostgreSQL, Restate, worker, reconciler and API. On request it adds a bank that notifies the API, and chains with
 * a signer. `settings` are added to the environment of the server's processes.
 */
export async function raiseStack<Chains extends StackChains>(
  settings: Readonly<Record<string, string>>,
  options: StackOptions<Chains>,
): Promise<RaisedStack<Chains>> {
  const { bank: withBank, delivery, policy, isEngineSearchable, standby } = options
  const { directory, onSpawn, remove } = await createTemporaryRun()
  const databaseAt = { directory: join(directory, 'postgres'), settings: options.postgresSettings, onSpawn }
  const database =
    standby === undefined
      ? await startDatabase(databaseAt)
      : await startPairedDatabase(databaseAt, standby === 'synchronous')
  const databaseUrl = database.url
  await options.fill?.(databaseUrl)

  const engineAt = {
    directory: join(directory, 'restate'),
    ingressPort: await findFreePort(),
    adminPort: await findFreePort(),
    nodePort: await findFreePort(),
    isSearchable: isEngineSearchable,
    onSpawn,
  }
  const engineCluster =
    options.isEngineCluster === true
      ? await startRestateCluster({ directory: engineAt.directory, onSpawn })
      : undefined
  let engine: Omit<RestateServer, 'logFile' | 'ended'> = engineCluster ?? (await startRestate(engineAt))
  const [apiPort, workerPort, reconcilerPort] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ]
  const bank =
    withBank &&
    (await startBankSimulator({
      directory: join(directory, 'bank'),
      onSpawn,
      accounts: simulatedAccounts(),
      payoutAccounts: simulatedPayoutAccounts(`http://127.0.0.1:${apiPort}`),
      hookUrls: hookUrlsAt(`http://127.0.0.1:${apiPort}`),
      ...withBank,
    }))
  const wallets = delivery?.custody?.wallets ?? noStandIns
  const chains = delivery && (await delivery.raiseChains({ directory, onSpawn, wallets }))
  const signerAt = delivery && {
    directory: join(directory, 'signer'),
    port: await findFreePort(),
    token: 'a-token-of-a-proof-0123456789abcdef',
    databaseUrl: databaseUrl('afara_signer'),
    wallets,
    module: delivery.custody?.module,
    policy,
    onSpawn,
  }
  const payerAt = bank && {
    directory: join(directory, 'payer'),
    port: await findFreePort(),
    tokens: { worker: 'a-worker-of-a-proof-0123456789abcdef', api: 'an-api-of-a-proof-0123456789abcdef' },
    databaseUrl: databaseUrl('afara_payer'),
    bankUrl: bank.url,
    repeatAfterSeconds: withBank?.repeatAfterSeconds,
    approvalPort: withBank?.isAsking === true ? await findFreePort() : undefined,
    policy,
    wallets,
    onSpawn,
  }
  const chainUrls = chains && (await delivery.urlsOf(chains))
  const signerPlace = signerAt && { url: `http://127.0.0.1:${signerAt.port}`, token: signerAt.token }
  const places = {
    databaseUrl,
    restateIngressUrl: engine.ingressUrl,
    apiPort,
    otcPort: await findFreePort(),
    managementPort: await findFreePort(),
    workerPort,
    workerManagementPort: await findFreePort(),
    reconcilerPort,
    keyPeppers: `1:${'0f'.repeat(32)}`,
    sealHeadFile: join(directory, 'seal-head'),
    ...(bank && { bankUrl: bank.url, hasSandbox: withBank?.hasSandbox === true }),
    ...(chainUrls && { chainUrls }),
    ...(signerPlace && { signer: signerPlace }),
    ...(payerAt && { payer: { url: `http://127.0.0.1:${payerAt.port}`, tokens: payerAt.tokens } }),
  }
  const told = Object.entries({ ...serverEnvironment(places), ...settings })
  const environment = Object.fromEntries(told.map(([name, value]) => [name, wallets.spell(value)]))
  const seed = await runSeed(environment, wallets, { lanesOn: delivery?.lanesOn })
  await chains?.fund(databaseUrl('afara_owner'))
  let signer = signerAt && (await startSigner(signerAt))
  let payer = payerAt && (await startPayer(payerAt))
  if (bank !== undefined && payerAt?.approvalPort !== undefined)
    await askBeforePaying(bank, `http://127.0.0.1:${payerAt.approvalPort}`)
  const server = { environment, directory, onSpawn }
  const workerAt = { name: 'worker', port: workerPort, ...server } as const
  let worker = await startServer(workerAt)
  const workerUrl = `http://127.0.0.1:${workerPort}`
  await engine.registerWorker(workerUrl)
  await forgetNudges(databaseUrl('afara_owner'))
  const apiAt = { name: 'api', port: apiPort, ...server } as const
  const reconcilerAt = { name: 'reconciler', port: reconcilerPort, ...server } as const
  let [api, reconciler] = await Promise.all([startServer(apiAt), startServer(reconcilerAt)])

  return {
    apiUrl: `http://127.0.0.1:${apiPort}`,
    ...seed,
    environment,
    beside: { directory, onSpawn },
    databaseUrl,
    workerId: () => worker.processId,
    processIds: () => ({
      postgres: database.processId(),
      engine: engine.processId,
      api: api.processId,
      worker: worker.processId,
      reconciler: reconciler.processId,
      ...(signer && { signer: signer.processId }),
      ...(payer && { payer: payer.processId }),
    }),
    pauseWorker: () => process.kill(worker.processId, 'SIGSTOP'),
    resumeWorker: () => process.kill(worker.processId, 'SIGCONT'),
    loseEngine: async () => {
      await engine.kill()
      rmSync(engineAt.directory, { recursive: true, force: true })
      engine = await startRestate(engineAt)
      await engine.registerWorker(workerUrl)
    },
    engineAdminUrl: engine.adminUrl,
    crashEngine: async () => {
      await engine.kill()
      engine = await startRestate(engineAt)
    },
    crashSigner: async () => {
      await signer?.kill()
      signer = signerAt && (await startSigner(signerAt))
    },
    crashPayer: async () => {
      await payer?.kill()
      payer = payerAt && (await startPayer(payerAt))
    },
    backUpPostgres: database.backUp,
    restorePostgres: database.restore,
    crashPostgres: database.crash,
    pair: database.pair,
    engineCluster,
    crashApi: async () => {
      await api.kill()
      api = await startServer(apiAt)
    },
    crashWorker: async () => {
      await worker.kill()
      worker = await startServer(workerAt)
    },
    crashReconciler: async () => {
      await reconciler.kill()
      reconciler = await startServer(reconcilerAt)
    },
    bank,
    chains,
    signer: signerPlace,
    stop: async () => {
      for (const part of [api, reconciler, worker, signer, payer, engine, database, bank, chains])
        await part?.stop()
      remove()
    },
  }
}
