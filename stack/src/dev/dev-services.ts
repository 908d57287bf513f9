import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seedOperators } from '@afara/server/entry/admin/seed-data.ts'
import { migrate } from '@afara/server/kernel/postgres/migrate.ts'
import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import { requireOperator } from '@afara/server/records/operators/operator-store.ts'
import { startMailViewer } from '../mail/mail-viewer.ts'
import { createMigratedDatabase, startMigratedPostgres } from '../postgres/migrated-cluster.ts'
import { runStatement } from '../postgres/run-statement.ts'
import { requireTwoPeople } from '../postgres/two-people.ts'
import type { Part } from '../processes/child-process.ts'
import { REPOSITORY_ROOT } from '../processes/node-process.ts'
import { forgetNudges, registerWorker, startRestate } from '../restate/restate-server.ts'
import { startPayer } from '../services/payer-process.ts'
import { hookUrlsAt } from '../services/server-environment.ts'
import { runSeed, startServer } from '../services/server-process.ts'
import { startSigner } from '../services/signer-process.ts'
import { startBankSimulator } from '../simulators/bank-simulator.ts'
import { simulatedAccounts, simulatedPayoutAccounts } from '../simulators/simulated-bank-accounts.ts'
import { startSimulator } from '../simulators/simulator-process.ts'
import { findBuiltPages } from '../web/build-pages.ts'
import { fundChains, raiseChain, raiseSolana, raiseStellar } from './dev-chains.ts'
import { type DevPlan, evmServices } from './dev-plan.ts'
import { startReloading } from './hot-reload.ts'
import { noted, type Service, type StartedService } from './launch-services.ts'

/** Everything that `npm run dev` starts. Add a new simulator or site here, and its port in `dev-plan.ts`. */
export function listDevServices(plan: DevPlan, say: (line: string) => void): Service[] {
  return [
    { name: 'postgresql', after: [], start: () => raisePostgres(plan) },
    { name: 'migrations', after: ['postgresql'], start: () => migrateDatabase(plan) },
    { name: 'seed', after: ['migrations'], start: () => seed(plan) },
    { name: 'restate', after: [], start: () => raiseRestate(plan) },
    ...evmServices.map((name) => ({ name, after: [], start: () => raiseChain(plan, name) })),
    { name: 'solana', after: [], start: () => raiseSolana(plan) },
    { name: 'stellar', after: [], start: () => raiseStellar(plan) },
    {
      name: 'tokens',
      after: ['seed', ...evmServices, 'solana', 'stellar'],
      start: () => fundChains(plan),
    },
    { name: 'signer', after: ['migrations'], start: () => raiseSigner(plan, say) },
    { name: 'payer', after: ['migrations'], start: () => raisePayer(plan, say) },
    { name: 'rates', after: [], start: () => raiseRates(plan) },
    { name: 'bank', after: [], start: () => raiseBank(plan) },
    { name: 'mail', after: [], start: () => raiseMail(plan) },
    {
      name: 'worker',
      after: ['restate', 'rates', 'bank', 'tokens', 'signer', 'payer'],
      start: () => raiseWorker(plan, say),
    },
    {
      name: 'reconciler',
      after: ['tokens', 'signer', 'payer'],
      start: () => raiseReconciler(plan, say),
    },
    { name: 'api', after: ['migrations', 'restate'], start: () => raiseApi(plan, say) },
    { name: 'pages', after: [], start: async () => raisePages(plan) },
    { name: 'people', after: ['migrations', 'pages'], start: () => raisePeople(plan, say) },
  ]
}

async function raisePostgres({
  directory,
  ports,
  onSpawn,
  noteOn,
  databaseUrl,
  postgresSettings: settings = {},
}: DevPlan): Promise<StartedService> {
  const part = await startMigratedPostgres({
    directory: join(directory, 'postgres'),
    port: ports.postgres,
    durable: true,
    settings,
    onSpawn,
  })
  return { part, url: databaseUrl('postgres'), ...noted(noteOn('postgres')) }
}

async function migrateDatabase({ ports, databaseUrl }: DevPlan): Promise<StartedService> {
  const url = (role: string, database: string) => `postgres://${role}@127.0.0.1:${ports.postgres}/${database}`
  const found = await runStatement(
    url('postgres', 'postgres'),
    `select from pg_database where datname = 'afara'`,
  )
  const applied =
    found.length === 0
      ? await createMigratedDatabase({ url }, 'afara')
      : await migrate(databaseUrl('postgres'))
  await requireTwoPeople(databaseUrl('postgres'))
  return { note: applied.length === 0 ? 'nothing new' : `${applied.length} applied` }
}

async function seed(plan: DevPlan): Promise<StartedService> {
  const facts = await runSeed(plan.serverEnvironment, undefined, {
    keyFile: join(plan.directory, 'test-key'),
  })
  await writeOperators(plan)
  return { facts, note: `business ${facts.businessId}` }
}

/** Lets the software authenticator find the passkey of an operator by email address. */
async function writeOperators({ databaseUrl, operatorsFile }: DevPlan): Promise<void> {
  const pool = createPool(databaseUrl('afara_owner'), { max: 1, applicationName: 'afara-stack' })
  try {
    const operators = seedOperators.map(async ({ email }) => [email, await requireOperator(pool, email)])
    writeFileSync(operatorsFile, JSON.stringify(Object.fromEntries(await Promise.all(operators))))
  } finally {
    await pool.end()
  }
}

async function raiseRestate({ directory, ports, onSpawn, noteOn }: DevPlan): Promise<StartedService> {
  const part = await startRestate({
    directory: join(directory, 'restate'),
    ingressPort: ports.restateIngress,
    adminPort: ports.restateAdmin,
    nodePort: ports.restateNode,
    onSpawn,
  })
  const notes = [noteOn('restateIngress'), noteOn('restateAdmin')].filter((note) => note !== undefined)
  return { part, url: part.ingressUrl, ...noted(notes.join(', ') || undefined) }
}

async function raiseSigner(plan: DevPlan, say: (line: string) => void): Promise<StartedService> {
  const start = async () => startSigner({ ...vaultAt(plan, 'signer'), token: plan.signerToken })
  const part = await reloading(plan, 'signer', start, say, 'vault/src')
  return { part, url: `http://127.0.0.1:${plan.ports.signer}`, ...noted(plan.noteOn('signer')) }
}

async function raisePayer(plan: DevPlan, say: (line: string) => void): Promise<StartedService> {
  const { ports, payerTokens: tokens } = plan
  const bankUrl = `http://127.0.0.1:${ports.bank}`
  const start = async () => startPayer({ ...vaultAt(plan, 'payer'), tokens, bankUrl })
  const part = await reloading(plan, 'payer', start, say, 'vault/src')
  return { part, url: `http://127.0.0.1:${ports.payer}`, ...noted(plan.noteOn('payer')) }
}

/** What the signer and the payer are both told. */
function vaultAt(
  { directory, ports, databaseUrl, serverEnvironment, onSpawn }: DevPlan,
  name: 'signer' | 'payer',
) {
  return {
    directory: join(directory, name),
    port: ports[name],
    databaseUrl: databaseUrl(`afara_${name}`),
    peopleOrigin: serverEnvironment.PEOPLE_ORIGIN,
    consoleOrigin: serverEnvironment.CONSOLE_ORIGIN,
    onSpawn,
  }
}

async function raiseRates({ directory, ports, onSpawn, noteOn }: DevPlan): Promise<StartedService> {
  const part = await startSimulator({
    name: 'rates',
    directory: join(directory, 'simulators'),
    port: ports.rates,
    onSpawn,
  })
  return { part, url: part.url, ...noted(noteOn('rates')) }
}

/** The bank notifies the api, which may not be running yet. Undelivered notifications are retried, and the worker reads the lists. */
async function raiseBank({ directory, ports, onSpawn, noteOn }: DevPlan): Promise<StartedService> {
  const part = await startBankSimulator({
    directory: join(directory, 'simulators'),
    port: ports.bank,
    onSpawn,
    accounts: simulatedAccounts(),
    payoutAccounts: simulatedPayoutAccounts(`http://127.0.0.1:${ports.api}`),
    hookUrls: hookUrlsAt(`http://127.0.0.1:${ports.api}`),
  })
  return { part, url: part.url, ...noted(noteOn('bank')) }
}

/** Shows the mail that the worker sends. */
async function raiseMail({ directory, ports, onSpawn, noteOn }: DevPlan): Promise<StartedService> {
  const part = await startMailViewer({
    directory: join(directory, 'mail'),
    webPort: ports.mail,
    smtpPort: ports.smtp,
    onSpawn,
  })
  return { part, url: part.url, ...noted(noteOn('mail')) }
}

async function raiseWorker(plan: DevPlan, say: (line: string) => void): Promise<StartedService> {
  const url = `http://127.0.0.1:${plan.ports.worker}`
  // Registers at every start, because a change may have added or removed handlers.
  const start = async () => {
    const part = await startNamed(plan, 'worker')
    try {
      await registerWorker(plan.restateAdminUrl, url)
      await forgetNudges(plan.databaseUrl('afara_owner'))
      return part
    } catch (error) {
      await part.stop()
      throw error
    }
  }
  return { part: await reloading(plan, 'worker', start, say), url, ...noted(plan.noteOn('worker')) }
}

async function raiseReconciler(plan: DevPlan, say: (line: string) => void): Promise<StartedService> {
  const part = await reloading(plan, 'reconciler', () => startNamed(plan, 'reconciler'), say)
  return { part, url: `http://127.0.0.1:${plan.ports.reconciler}`, ...noted(plan.noteOn('reconciler')) }
}

async function raiseApi(plan: DevPlan, say: (line: string) => void): Promise<StartedService> {
  const part = await reloading(plan, 'api', () => startNamed(plan, 'api'), say)
  const { ports } = plan
  const notes = [`rates on ${ports.otc}, metrics on ${ports.management}`, plan.noteOn('api')].filter(Boolean)
  return { part, url: `http://127.0.0.1:${ports.api}`, note: notes.join(', ') }
}

/** Builds the dashboard and the console, which the people process serves. */
async function raisePages(plan: DevPlan): Promise<StartedService> {
  const folder = join(plan.directory, 'pages')
  rmSync(folder, { recursive: true, force: true })
  // A copy, because a later build deletes the older ones.
  cpSync(await findBuiltPages(), folder, { recursive: true })
  return { note: 'dashboard and console are built' }
}

/** Passkeys belong to localhost: browsers offer none to a page that names the address. */
async function raisePeople(plan: DevPlan, say: (line: string) => void): Promise<StartedService> {
  const part = await reloading(plan, 'people', () => startNamed(plan, 'people'), say)
  const { ports } = plan
  const notes = [`console on ${ports.console}`, plan.noteOn('people')].filter(Boolean)
  return { part, url: `http://localhost:${ports.people}`, note: notes.join(', ') }
}

async function startNamed(plan: DevPlan, name: 'api' | 'worker' | 'people' | 'reconciler'): Promise<Part> {
  const { ports, serverEnvironment: environment, onSpawn } = plan
  return startServer({
    name,
    port: ports[name],
    environment,
    directory: join(plan.directory, 'server'),
    onSpawn,
  })
}

async function reloading(
  plan: DevPlan,
  name: string,
  start: () => Promise<Part>,
  say: (line: string) => void,
  sources = 'server/src',
): Promise<Part> {
  if (!plan.hotReload) return start()
  return startReloading({ name, folder: join(REPOSITORY_ROOT, sources), start, say })
}
