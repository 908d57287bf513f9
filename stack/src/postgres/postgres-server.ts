import { join } from 'node:path'
import { type OnSpawn, type Part, startChild } from '../processes/child-process.ts'
import { claimPort } from '../processes/loopback-port.ts'
import { unprivilegedUser } from '../processes/system-user.ts'
import { waitUntilReady } from '../processes/wait-until-ready.ts'
import { prepareCluster } from './postgres-cluster.ts'
import { findPostgresFiles, findPostgresHome } from './postgres-files.ts'
import { runStatement } from './run-statement.ts'

export type PostgresOptions = Readonly<{
  /** Holds the cluster and its log; an existing cluster is started again. */
  directory: string
  port?: number
  /** If false, a crash of the machine (not of the process) loses data. Makes tests faster. */
  durable: boolean
  settings?: Readonly<Record<string, string>>
  onSpawn?: OnSpawn | undefined
}>

export type PostgresServer = Part &
  Readonly<{ port: number; processId: number; url(role: string, database: string): string }>

const NOT_DURABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

/**
 * Starts PostgreSQL 18 on 127.0.0.1. Every local program may log in as any role without a password, so it is only for development and
 * tests.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const port = await claimPort(options.port)
  const user = unprivilegedUser()
  const files = findPostgresFiles()
  const home = findPostgresHome(options.directory)
  const data = await prepareCluster(home, files, user)
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(options.durable ? {} : NOT_DURABLE),
    ...options.settings,
  }
  const child = await startChild({
    name: 'postgresql',
    command: join(files, 'bin/postgres'),
    args: ['-D', data, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
    environment: { LC_ALL: 'C' },
    logFile: join(options.directory, 'postgresql.log'),
    directory: '/',
    user,
    // Fast shutdown: ends sessions and keeps everything that was committed.
    stopSignal: 'SIGINT',
    stopWithinMs: 60_000,
    onSpawn: options.onSpawn,
  })
  const url = (role: string, database: string) => `postgres://${role}@127.0.0.1:${port}/${database}`
  const advice = `It needs port ${port} and ${data}. If the log mentions neither, try a fresh data folder.`
  await waitUntilReady(child, async () => answers(url('postgres', 'postgres')), advice)
  const { processId, logFile, ended, stop, kill } = child
  return { port, processId, logFile, ended, url, stop, kill }
}

/** An open port is not enough: during recovery PostgreSQL accepts connections and then refuses them. */
async function answers(url: string): Promise<boolean> {
  try {
    await runStatement(url, 'select 1')
    return true
  } catch {
    return false
  }
}
