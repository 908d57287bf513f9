import { existsSync } from 'node:fs'
import { Pool } from 'pg'
import { createSoleProcess, type SoleProcess } from './sole-process.ts'
import { createVaultServer, type Log, type VaultServerDeps } from './vault-server.ts'

type Role = 'signer' | 'payer'

/** Dependencies of a vault process besides its journal and its policy. */
export type OpenedProcess = Readonly<{
  pool: Pool
  alone: SoleProcess
  isKilled(): boolean
  nowMs(): number
}>

const END_WITHIN_MS = 5_000

/** Account numbers have ten digits, and a BVN or NIN has eleven. */
const NUMBERS = /(?<![0-9A-Za-z])[0-9]{10,11}(?![0-9A-Za-z])/g

/** Writes one line of JSON for each event, without anything that could be the number of an account or a person. */
export function createLog(role: Role): Log {
  return (line) => {
    const text = JSON.stringify({ level: 'info', time: Date.now(), name: role, ...line })
    process.stdout.write(`${text.replace(NUMBERS, '[number]')}\n`)
  }
}

/** Connects to the database and takes the lock of the role. While the kill file exists, nothing is signed or paid. */
export async function openProcess(
  role: Role,
  { databaseUrl, killFile }: Readonly<{ databaseUrl: string; killFile: string }>,
): Promise<OpenedProcess> {
  const pool = createReadOnlyPool(databaseUrl, `afara-${role}`)
  const alone = await createSoleProcess(databaseUrl, role)
  return { pool, alone, isKilled: () => existsSync(killFile), nowMs: Date.now }
}

/** Listens until a signal ends the process. */
export function serve(
  role: Role,
  { host, port }: Readonly<{ host: string; port: number }>,
  deps: VaultServerDeps & Readonly<{ about: object }>,
): void {
  const server = createVaultServer(deps)
  server.listen(port, host, () => deps.log({ msg: `${role} is listening`, host, port, ...deps.about }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server.close(() => process.exit(0))
      server.closeIdleConnections()
      setTimeout(() => process.exit(0), END_WITHIN_MS).unref()
    })
  }
}

/**
 * The database role is already read-only. The pool sets read-only too, in case another role is configured. Rows are always found by their
 * keys, even if the planner has outdated statistics of a table that was empty a minute ago.
 */
export function createReadOnlyPool(connectionString: string, applicationName: string): Pool {
  const pool = new Pool({
    connectionString,
    max: 2,
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    query_timeout: 15_000,
    keepAlive: true,
    options: [
      'default_transaction_read_only=on',
      'search_path=afara',
      'jit=off',
      'enable_seqscan=off',
      'enable_hashjoin=off',
      'enable_mergejoin=off',
      'plan_cache_mode=force_generic_plan',
      'statement_timeout=10000',
    ]
      .map((setting) => `-c ${setting}`)
      .join(' '),
  })
  // A broken connection is replaced, and the query that used it fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  return pool
}
