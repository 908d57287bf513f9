import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createMigratedDatabase, startMigratedPostgres } from '@afara/stack/postgres/migrated-cluster.ts'
import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { createTemporaryRun } from '@afara/stack/processes/temporary-run.ts'
import { serverEnvironment } from '@afara/stack/services/server-environment.ts'
import { runSeed, startServer } from '@afara/stack/services/server-process.ts'

// Prints the processor time of an api process per request, without and with traces, in turns. The requests are the cheapest that need a key.
// Run: node tools/main-measure-tracing.ts

const ROUNDS = 3
const REQUESTS = 6_000
const AT_ONCE = 16

const run = await createTemporaryRun()
const collector = createServer((request, response) => {
  request.resume().on('end', () => response.end())
}).listen(0, '127.0.0.1')
await once(collector, 'listening')
const postgres = await startMigratedPostgres({
  directory: join(run.directory, 'postgres'),
  durable: false,
  onSpawn: run.onSpawn,
})
await createMigratedDatabase(postgres, 'afara')
const address = collector.address()
const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
try {
  const costs: Record<string, number[]> = { off: [], on: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    costs['off']?.push(await measure({}))
    costs['on']?.push(await measure({ OTEL_EXPORTER_OTLP_ENDPOINT: url }))
  }
  for (const [name, all] of Object.entries(costs))
    console.log(
      `traces ${name}: ${all.map((cost) => `${(cost * 1e6).toFixed(0)} µs`).join(', ')} of CPU per request`,
    )
} finally {
  await postgres.stop()
  collector.close()
  run.remove()
}

async function measure(settings: Readonly<Record<string, string>>): Promise<number> {
  const [apiPort, managementPort] = [await findFreePort(), await findFreePort()]
  const environment = serverEnvironment({
    databaseUrl: (role) => postgres.url(role, 'afara'),
    // Restate is absent: the requests only read.
    restateIngressUrl: 'http://127.0.0.1:1',
    apiPort,
    otcPort: await findFreePort(),
    managementPort,
    workerPort: 1,
    keyPeppers: `1:${'0f'.repeat(32)}`,
    sealHeadFile: join(run.directory, 'seal-head'),
  })
  const { testKey } = await runSeed(environment)
  const api = await startServer({
    name: 'api',
    port: apiPort,
    environment: { ...environment, ...settings },
    directory: run.directory,
    onSpawn: run.onSpawn,
  })
  const ask = async (): Promise<void> => {
    const response = await fetch(`http://127.0.0.1:${apiPort}/transactions/v1/vendors`, {
      headers: { 'svc-sec-key': testKey },
    })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`the api answered ${response.status}`)
  }
  const askMany = async (count: number): Promise<void> => {
    let left = count
    const caller = async (): Promise<void> => {
      while (left > 0) {
        left -= 1
        await ask()
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, caller))
  }
  const readSeconds = async (): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${managementPort}/metrics`)).text()
    return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1])
  }
  try {
    // Until the code is compiled.
    await askMany(REQUESTS / 3)
    const before = await readSeconds()
    await askMany(REQUESTS)
    return ((await readSeconds()) - before) / REQUESTS
  } finally {
    await api.stop()
  }
}
