import { existsSync, readFileSync } from 'node:fs'
import { createReadOnlyPool } from './shared/read-only-pool.ts'
import { createSoleProcess } from './shared/sole-process.ts'
import { serveSigner } from './signer/http/serve-signer.ts'
import { openJournal } from './signer/journal/journal.ts'
import { readPolicy } from './signer/policy/read-policy.ts'
import { readWalletKeys } from './signer/policy/read-wallet-keys.ts'
import { createSigner } from './signer/signer.ts'
import { readSignerConfig } from './signer/signer-config.ts'
import { signOpening, signSweep } from './signer/sweeps/sign-sweep.ts'

const config = readSignerConfig(process.env)
const log = (line: Readonly<Record<string, unknown>>): void => {
  process.stdout.write(`${JSON.stringify({ level: 'info', time: Date.now(), name: 'signer', ...line })}\n`)
}

const policy = readPolicy(readFileSync(config.policyFile, 'utf8'))
const keys = await readWalletKeys(readFileSync(config.keyFile, 'utf8'), policy, {
  pkcs11: config.pkcs11,
  reopened: (why) => log({ msg: 'module opened again', why }),
})
const journal = await openJournal(config.journalFile)
const pool = createReadOnlyPool(config.databaseUrl, 'afara-signer')
const alone = await createSoleProcess(config.databaseUrl, 'signer')
const isKilled = (): boolean => existsSync(config.killFile)
const deps = { policy, keys, journal, isKilled, nowMs: Date.now }
const signer = createSigner({ ...deps, pool, alone })
const askDatabase = async (): Promise<void> => {
  await pool.query('select 1')
}

const server = serveSigner({
  token: config.token,
  signer,
  signSweep: async (order) => signSweep(deps, order),
  signOpening: async (order) => signOpening(deps, order),
  journal,
  isKilled,
  askDatabase,
  requireAlone: async () => alone.confirm(),
  log,
})
server.listen(config.port, config.host, () =>
  log({
    msg: 'signer listens',
    host: config.host,
    port: config.port,
    head: journal.head(),
    lanes: policy.lanes.length,
    sweepers: policy.sweepers.length,
  }),
)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close(() => process.exit(0))
    server.closeIdleConnections()
    setTimeout(() => process.exit(0), 5_000).unref()
  })
}
