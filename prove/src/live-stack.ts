import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '@afara/server/kernel/postgres/migrate.ts'
import type { OnSpawn } from '@afara/stack/child-process.ts'
import { findFreePort } from '@afara/stack/loopback-port.ts'
import { startPostgres } from '@afara/stack/postgres-server.ts'
import { startRestate } from '@afara/stack/restate-server.ts'
import { runStatement } from '@afara/stack/run-statement.ts'
import { serverEnvironment } from '@afara/stack/server-environment.ts'
import { runSeed, startServer } from '@afara/stack/server-process.ts'
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
  stop(): Promise<void>
}>

/** The real thing, process for process: durable PostgreSQL, Restate, worker and api. `settings` are added to what they are told. */
export async function raiseLiveStack(settings: Readonly<Record<string, string>> = {}): Promise<LiveStack> {
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
  const places = {
    databaseUrl,
    restateIngressUrl: engine.ingressUrl,
    apiPort,
    otcPort: await findFreePort(),
    managementPort: await findFreePort(),
    workerPort,
    keyPeppers: `1:${'0f'.repeat(32)}`,
    sealHeadFile: join(directory, 'seal-head'),
  }
  const environment = { ...serverEnvironment(places), ...settings }
  const seed = await runSeed(environment)
  const server = { environment, directory, onSpawn }
  const worker = await startServer({ name: 'worker', port: workerPort, ...server })
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
    stop: async () => {
      for (const part of [api, worker, engine, postgres]) await part.stop()
      remove()
    },
  }
}
