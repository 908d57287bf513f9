import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '@afara/server/kernel/postgres/migrate.ts'
import { type BankAccount, type BankSimulator, startBankSimulator } from '@afara/stack/bank-simulator.ts'
import type { OnSpawn } from '@afara/stack/child-process.ts'
import { findFreePort } from '@afara/stack/loopback-port.ts'
import { startPostgres } from '@afara/stack/postgres-server.ts'
import { startRestate } from '@afara/stack/restate-server.ts'
import { runStatement } from '@afara/stack/run-statement.ts'
import { hookUrlsAt, serverEnvironment } from '@afara/stack/server-environment.ts'
import { runSeed, startServer } from '@afara/stack/server-process.ts'
import { simulatedAccounts } from '@afara/stack/simulated-accounts.ts'
import { createTemporaryRun } from '@afara/stack/temporary-run.ts'

export type LiveStack = Readonly<{
  apiUrl: string
  testKey: string
  businessId: string
  linkTag: string
  /** What the server's processes are told, for another api beside the first. */
  environment: Readonly<Record<string, string>>
  /** For a process beside these: where its log goes, and who ends it if the proof cannot. */
  beside: Readonly<{ directory: string; onSpawn: OnSpawn }>
  databaseUrl(role: string): string
  pauseWorker(): void
  resumeWorker(): void
  /** Kills the engine without a word, deletes its disk and starts an empty one in its place. */
  loseEngine(): Promise<void>
  /** Kills PostgreSQL and all its sessions without a word; then starts it again on the same disk, to recover by itself. */
  crashPostgres(): Promise<void>
  /** Kills the api without a word and starts it again. */
  crashApi(): Promise<void>
  /** Kills the worker without a word and starts it again. */
  crashWorker(): Promise<void>
  /** Absent unless it was asked for. */
  bank: BankSimulator | undefined
  stop(): Promise<void>
}>

/** What the bank simulator is to be raised with; the seed's test accounts, unless others are named. */
export type LiveBank = Readonly<{
  accounts?: readonly BankAccount[]
  seed?: string
  /** An ISO time at which its clock stands still until it is moved. */
  stoppedAt?: string
}>

/**
 * The real thing, process for process: durable PostgreSQL, Restate, worker and api, and on demand a bank that notifies
 * the api. `settings` are added to what they are told.
 */
export async function raiseLiveStack(
  settings: Readonly<Record<string, string>> = {},
  { bank: withBank }: Readonly<{ bank?: LiveBank }> = {},
): Promise<LiveStack> {
  const { directory, onSpawn, remove } = await createTemporaryRun()
  const postgresAt = { directory: join(directory, 'postgres'), durable: true, onSpawn }
  let postgres = await startPostgres(postgresAt)
  const databaseUrl = (role: string) => postgres.url(role, 'afara')
  await runStatement(postgres.url('postgres', 'postgres'), 'create database afara')
  await migrate(databaseUrl('postgres'))

  const engineAt = {
    directory: join(directory, 'restate'),
    ingressPort: await findFreePort(),
    adminPort: await findFreePort(),
    nodePort: await findFreePort(),
    onSpawn,
  }
  let engine = await startRestate(engineAt)
  const [apiPort, workerPort] = [await findFreePort(), await findFreePort()]
  const bank =
    withBank &&
    (await startBankSimulator({
      directory: join(directory, 'bank'),
      onSpawn,
      accounts: simulatedAccounts(),
      hookUrls: hookUrlsAt(`http://127.0.0.1:${apiPort}`),
      ...withBank,
    }))
  const places = {
    databaseUrl,
    restateIngressUrl: engine.ingressUrl,
    apiPort,
    otcPort: await findFreePort(),
    managementPort: await findFreePort(),
    workerPort,
    keyPeppers: `1:${'0f'.repeat(32)}`,
    sealHeadFile: join(directory, 'seal-head'),
    ...(bank && { bankUrl: bank.url }),
  }
  const environment = { ...serverEnvironment(places), ...settings }
  const seed = await runSeed(environment)
  const server = { environment, directory, onSpawn }
  const workerAt = { name: 'worker', port: workerPort, ...server } as const
  let worker = await startServer(workerAt)
  const workerUrl = `http://127.0.0.1:${workerPort}`
  await engine.registerWorker(workerUrl)
  const apiAt = { name: 'api', port: apiPort, ...server } as const
  let api = await startServer(apiAt)

  return {
    apiUrl: `http://127.0.0.1:${apiPort}`,
    ...seed,
    environment,
    beside: { directory, onSpawn },
    databaseUrl,
    pauseWorker: () => process.kill(worker.processId, 'SIGSTOP'),
    resumeWorker: () => process.kill(worker.processId, 'SIGCONT'),
    loseEngine: async () => {
      await engine.kill()
      rmSync(engineAt.directory, { recursive: true, force: true })
      engine = await startRestate(engineAt)
      await engine.registerWorker(workerUrl)
    },
    crashPostgres: async () => {
      await postgres.kill()
      postgres = await startPostgres({ ...postgresAt, port: postgres.port })
    },
    crashApi: async () => {
      await api.kill()
      api = await startServer(apiAt)
    },
    crashWorker: async () => {
      await worker.kill()
      worker = await startServer(workerAt)
    },
    bank,
    stop: async () => {
      for (const part of [api, worker, engine, postgres, bank]) await part?.stop()
      remove()
    },
  }
}
