import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { runStatement } from '../postgres/run-statement.ts'
import { type OnSpawn, type Part, startChild } from '../processes/child-process.ts'
import { claimPort } from '../processes/loopback-port.ts'
import { waitUntilReady } from '../processes/wait-until-ready.ts'

/** Signs only requests between processes of one machine. */
const REQUEST_KEY = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIHjyrJGJ8AsKLrG93EZx1FRSRwOs+bECmT4yM7pvY8Fv
-----END PRIVATE KEY-----
`
/** Verifies the requests of every Restate that `startRestate` started. */
export const REQUEST_PUBLIC_KEY = 'publickeyv1_G4VdvLct6mhoJ2CNutYQmvmtK71LR6pRuBqc8DBsreW5'

type RestateOptions = Readonly<{
  /** Holds its log, settings and data. It may be deleted while the server is stopped; the server then starts empty. */
  directory: string
  ingressPort?: number
  adminPort?: number
  /** Port between the nodes of a cluster. A single node listens on it too. */
  nodePort?: number
  /** Whether its files keep all that it stored, without compression, so that a search of them finds every text. */
  isSearchable?: boolean | undefined
  /** Its place in a cluster, with the ports between all nodes. Without it, the server is a cluster of one. */
  node?: Readonly<{ name: string; isFirst: boolean; nodePorts: readonly number[] }>
  onSpawn?: OnSpawn | undefined
}>

export type RestateServer = Part &
  Readonly<{
    ingressUrl: string
    adminUrl: string
    processId: number
    /** Makes the handlers of a listening worker callable. Safe to repeat: the last registration is used. */
    registerWorker(url: string): Promise<void>
  }>

/** Starts one Restate node on 127.0.0.1, without telemetry. It signs its requests to workers. */
export async function startRestate(options: RestateOptions): Promise<RestateServer> {
  const directory = resolve(options.directory)
  const ingressPort = await claimPort(options.ingressPort)
  const adminPort = await claimPort(options.adminPort)
  const nodePort = await claimPort(options.nodePort)
  // Restate leaves folders in the temporary folder, which would accumulate in the system's.
  const temporary = join(directory, 'tmp')
  rmSync(temporary, { recursive: true, force: true })
  mkdirSync(temporary, { recursive: true })
  const settingsFile = join(directory, 'restate.toml')
  const keyFile = join(directory, 'request-key.pem')
  writeFileSync(keyFile, REQUEST_KEY, { mode: 0o600 })
  const settings = writeSettings({ directory, keyFile, ingressPort, adminPort, nodePort, node: options.node })
  writeFileSync(settingsFile, options.isSearchable === true ? `${settings}${SEARCHABLE}` : settings)
  const child = await startChild({
    name: 'restate',
    command: findBinary(),
    args: ['--config-file', settingsFile, '--no-logo'],
    environment: { DO_NOT_TRACK: '1', TMPDIR: temporary },
    logFile: join(directory, 'restate.log'),
    directory,
    onSpawn: options.onSpawn,
  })
  const ingressUrl = `http://127.0.0.1:${ingressPort}`
  const adminUrl = `http://127.0.0.1:${adminPort}`
  const advice = `It needs ports ${ingressPort}, ${adminPort} and ${nodePort}. It stores no facts, so you can delete ${directory}.`
  const probe = async () => (await isOk(`${adminUrl}/health`)) && (await isOk(`${ingressUrl}/restate/health`))
  await waitUntilReady(child, probe, advice)
  const { processId, logFile, ended, stop, kill } = child
  const register = async (url: string) => registerWorker(adminUrl, url)
  return { ingressUrl, adminUrl, processId, logFile, ended, registerWorker: register, stop, kill }
}

type Settings = Readonly<{
  directory: string
  keyFile: string
  ingressPort: number
  adminPort: number
  nodePort: number
  node: RestateOptions['node']
}>

function writeSettings({ directory, keyFile, ingressPort, adminPort, nodePort, node }: Settings): string {
  // By default Restate listens on every interface, sends telemetry, and uses gigabytes of memory and 24 partitions.
  return `node-name = "${node?.name ?? 'dev'}"
${node === undefined ? '' : `auto-provision = ${node.isFirst}\ndefault-replication = 2\n`}cluster-name = "afara"
base-dir = ${JSON.stringify(join(directory, 'data'))}
bind-ip = "127.0.0.1"
bind-port = ${nodePort}
advertised-host = "127.0.0.1"
listen-mode = "tcp"
disable-telemetry = true
default-num-partitions = 4
rocksdb-total-memory-size = "256 MiB"
log-disable-ansi-codes = true
request-identity-private-key-pem-file = ${JSON.stringify(keyFile)}
shutdown-timeout = "5s"

[ingress]
bind-port = ${ingressPort}

[admin]
bind-port = ${adminPort}

[admin.query-engine]
memory-size = "128 MiB"

[bifrost]
record-cache-memory-size = "32 MiB"
${node === undefined ? '' : `default-provider = "replicated"\n\n[metadata-client]\naddresses = ${JSON.stringify(node.nodePorts.map((port) => `http://127.0.0.1:${port}`))}\n`}`
}

// Restate compresses logs and tables, and removes what it no longer needs when it compacts them.
const SEARCHABLE = ['worker.storage', 'log-server', 'bifrost.local', 'metadata-server']
  .map(
    (store) => `
[${store}]
rocksdb-disable-wal-compression = true
rocksdb-disable-l0-l1-compression = true
rocksdb-disable-auto-compactions = true
`,
  )
  .join('')

/** Returns the path of the server that `npm install` installed. */
export function findBinary(): string {
  // The binary is a dependency of the Restate package, so it is resolved from there.
  const fromPackage = createRequire(
    createRequire(import.meta.url).resolve('@restatedev/restate-server/package.json'),
  )
  return fromPackage.resolve(
    `@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`,
  )
}

async function isOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

/**
 * Registers a worker's URL with Restate. `force`, which is for development and tests, lets changed handlers replace those with the same
 * address instead of being refused.
 */
export async function registerWorker(adminUrl: string, workerUrl: string): Promise<void> {
  const response = await fetch(`${adminUrl}/deployments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uri: workerUrl, force: true }),
    signal: AbortSignal.timeout(60_000),
  })
  const answer = await response.text()
  if (!response.ok) {
    throw new Error(`Restate rejected the worker at ${workerUrl} (${response.status}): ${answer}`)
  }
}

/**
 * Clears outstanding nudges. Nudges that a worker sent before its registration are lost, but still count as outstanding and would be
 * repeated only after a while. `ownerUrl` connects as the owner.
 */
export async function forgetNudges(ownerUrl: string): Promise<void> {
  await runStatement(ownerUrl, 'update wake set nudge_due_at = null where nudge_due_at is not null')
}
