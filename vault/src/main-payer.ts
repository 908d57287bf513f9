import { existsSync, readFileSync } from 'node:fs'
import { createNodes } from './payer/chain/create-nodes.ts'
import { servePayer } from './payer/http/serve-payer.ts'
import { openPayerJournal } from './payer/journal/payer-journal.ts'
import { createPayer } from './payer/payer.ts'
import { readPayerConfig } from './payer/payer-config.ts'
import { createPayoutAccounts } from './payer/payout-accounts.ts'
import { readPayerPolicy } from './payer/policy/read-payer-policy.ts'
import { readCredentials } from './payer/read-credentials.ts'
import { createReadOnlyPool } from './shared/read-only-pool.ts'
import { createSoleProcess } from './shared/sole-process.ts'

const config = readPayerConfig(process.env)
const log = (line: Readonly<Record<string, unknown>>): void => {
  process.stdout.write(`${JSON.stringify({ level: 'info', time: Date.now(), name: 'payer', ...line })}\n`)
}

const policy = readPayerPolicy(readFileSync(config.policyFile, 'utf8'))
const rails = readCredentials(readFileSync(config.credentialsFile, 'utf8'))
const accounts = createPayoutAccounts(policy, rails, Date.now)
const nodes = createNodes(policy.tokens, config.nodeUrls)
const journal = await openPayerJournal(config.journalFile)
const pool = createReadOnlyPool(config.databaseUrl, 'afara-payer')
const alone = await createSoleProcess(config.databaseUrl, 'payer')
const isKilled = (): boolean => existsSync(config.killFile)
const payer = createPayer({ policy, accounts, journal, pool, nodes, alone, isKilled, nowMs: Date.now })
const askDatabase = async (): Promise<void> => {
  await pool.query('select 1')
}

const { workerToken, apiToken } = config
const requireAlone = async (): Promise<unknown> => alone.confirm()
const server = servePayer({
  workerToken,
  apiToken,
  payer,
  journal,
  isKilled,
  askDatabase,
  requireAlone,
  log,
})
server.listen(config.port, config.host, () =>
  log({
    msg: 'payer listens',
    host: config.host,
    port: config.port,
    head: journal.head(),
    accounts: accounts.size,
  }),
)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close(() => process.exit(0))
    server.closeIdleConnections()
    setTimeout(() => process.exit(0), 5_000).unref()
  })
}
