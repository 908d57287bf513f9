import { existsSync, readFileSync } from 'node:fs'
import { Pool } from 'pg'
import { readSignerConfig } from './config.ts'
import { serveSigner } from './http/serve-signer.ts'
import { openJournal } from './journal/journal.ts'
import { readKeys } from './keys/read-keys.ts'
import { readPolicy } from './policy/read-policy.ts'
import { createSigner } from './signer.ts'

const config = readSignerConfig(process.env)
const log = (line: Readonly<Record<string, unknown>>): void => {
  process.stdout.write(`${JSON.stringify({ level: 'info', time: Date.now(), name: 'signer', ...line })}\n`)
}

const policy = readPolicy(readFileSync(config.policyFile, 'utf8'))
const keys = readKeys(readFileSync(config.keyFile, 'utf8'), policy)
const journal = await openJournal(config.journalFile)
// Read-only by its role already; here again, in case it was given another. Rows are found by their keys, whatever is thought of the
// size of a table that was empty a minute ago.
const pool = new Pool({
  connectionString: config.databaseUrl,
  max: 2,
  application_name: 'afara-signer',
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
// A connection that breaks is replaced, and whoever was using it is told by its query.
pool.on('connect', (client) => client.on('error', () => {}))
pool.on('error', () => {})
const isKilled = (): boolean => existsSync(config.killFile)
const signer = createSigner({ policy, keys, journal, pool, isKilled, nowMs: Date.now })
const askDatabase = async (): Promise<void> => {
  await pool.query('select 1')
}

const server = serveSigner({ token: config.token, signer, journal, isKilled, askDatabase, log })
server.listen(config.port, config.host, () =>
  log({
    msg: 'signer listens',
    host: config.host,
    port: config.port,
    head: journal.head(),
    lanes: policy.lanes.length,
  }),
)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close(() => process.exit(0))
    server.closeIdleConnections()
    setTimeout(() => process.exit(0), 5_000).unref()
  })
}
