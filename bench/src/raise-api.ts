import { join } from 'node:path'
import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import { issueKey } from '@afara/server/records/keys/manage-keys.ts'
import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
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
  stop(): Promise<void>
}>

const DATABASE = 'afara'
const CELL = 'dev'
const PEPPER = '0f'.repeat(32)
const MOST_REQUESTS = 10_000_000

export async function raiseApi(
  bed: TestBed,
  settings: Readonly<Record<string, string>> = {},
): Promise<BenchApi> {
  await createLedgerDatabase(bed, DATABASE)
  const apiPort = await findFreePort()
  const environment = serverEnvironment({
    databaseUrl: (role) => bed.postgres.url(role, DATABASE),
    // No transaction becomes due during a bench, so the engine is never called.
    restateIngressUrl: `http://127.0.0.1:${await findFreePort()}`,
    apiPort,
    otcPort: await findFreePort(),
    managementPort: await findFreePort(),
    workerPort: await findFreePort(),
    keyPeppers: `1:${PEPPER}`,
    sealHeadFile: join(bed.directory, 'seal-head'),
  })
  const { businessId, linkTag } = await runSeed(environment)
  const key = await issueTirelessKey(bed, linkTag)
  const child = await startServer({
    name: 'api',
    port: apiPort,
    environment: { ...environment, ...settings },
    directory: bed.directory,
    onSpawn: bed.onSpawn,
  })
  const { processId, stop } = child
  const url = `http://127.0.0.1:${apiPort}`
  // One request first, so that the api caches the key: a hundred lookups of an uncached key at the same time would look like guessing.
  const greeting = await fetch(`${url}/transactions/v1/vendors`, { headers: { 'svc-sec-key': key } })
  if (greeting.status !== 200)
    throw new Error(`the api answered ${greeting.status}: ${await greeting.text()}`)
  return { url, processId, database: DATABASE, key, businessId, linkTag, stop }
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
