import { join } from 'node:path'
import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import { issueKey } from '@afara/server/records/keys/manage-keys.ts'
import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { startRestate } from '@afara/stack/restate/restate-server.ts'
import { serverEnvironment } from '@afara/stack/services/server-environment.ts'
import { runSeed, startServer } from '@afara/stack/services/server-process.ts'
import { createLedgerDatabase } from './bench-database.ts'
import type { TestBed } from './test-bed.ts'

/** A real api process, as in production: with keys, limits, schemas, counters and a log line for every request. */
export type BenchApi = Readonly<{
  url: string
  processId: number
  database: string
  /** A key whose request limit is counted but never reached. */
  key: string
  businessId: string
  linkTag: string
  /** The worker, with sealer and sequencer, if it was requested. */
  workerId: number | undefined
  stop(): Promise<void>
}>

const DATABASE = 'afara'
const CELL = 'dev'
const PEPPER = '0f'.repeat(32)
const MOST_REQUESTS = 10_000_000

export async function raiseApi(
  bed: TestBed,
  { withWorker = false }: Readonly<{ withWorker?: boolean }> = {},
): Promise<BenchApi> {
  await createLedgerDatabase(bed, DATABASE)
  const { directory, onSpawn } = bed
  const engine = withWorker
    ? await startRestate({ directory: join(directory, 'restate'), onSpawn })
    : undefined
  const workerPort = await findFreePort()
  const apiPort = await findFreePort()
  const environment = serverEnvironment({
    databaseUrl: (role) => bed.postgres.url(role, DATABASE),
    // Without a worker, nothing calls the engine.
    restateIngressUrl: engine?.ingressUrl ?? `http://127.0.0.1:${await findFreePort()}`,
    apiPort,
    otcPort: await findFreePort(),
    managementPort: await findFreePort(),
    workerPort,
    keyPeppers: `1:${PEPPER}`,
    sealHeadFile: join(bed.directory, 'seal-head'),
  })
  const { businessId, linkTag } = await runSeed(environment)
  const key = await issueTirelessKey(bed, linkTag)
  const server = { environment, directory, onSpawn }
  const api = await startServer({ name: 'api', port: apiPort, ...server })
  const worker = engine && (await startServer({ name: 'worker', port: workerPort, ...server }))
  await engine?.registerWorker(`http://127.0.0.1:${workerPort}`)
  const stop = async () => {
    for (const part of [api, worker, engine]) await part?.stop()
  }
  const url = `http://127.0.0.1:${apiPort}`
  // One request first, so that the api caches the key: a hundred lookups of an uncached key at the same time would look like guessing.
  const greeting = await fetch(`${url}/transactions/v1/vendors`, { headers: { 'svc-sec-key': key } })
  if (greeting.status !== 200)
    throw new Error(`the api answered ${greeting.status}: ${await greeting.text()}`)
  return {
    url,
    processId: api.processId,
    workerId: worker?.processId,
    database: DATABASE,
    key,
    businessId,
    linkTag,
    stop,
  }
}

async function issueTirelessKey(bed: TestBed, business: string): Promise<string> {
  const pool = createPool(bed.postgres.url('afara_owner', DATABASE), { max: 1, applicationName: 'bench' })
  try {
    const { secret } = await issueKey(
      { pool, cell: CELL, peppers: new Map([[1, Buffer.from(PEPPER, 'hex')]]) },
      {
        business,
        mode: 'test',
        requestsPerWindow: MOST_REQUESTS,
        actor: 'system:bench',
        reason: 'a bench',
      },
    )
    return secret
  } finally {
    await pool.end()
  }
}
