import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { seedAccounts } from '@afara/server/entry/admin/seed-data.ts'
import { type AnvilChain, startAnvil } from '@afara/stack/chains/evm/anvil-chain.ts'
import { fundLanes } from '@afara/stack/chains/evm/fund-lanes.ts'
import { simulatedNetworks } from '@afara/stack/chains/simulated-networks.ts'
import { startPostgres } from '@afara/stack/postgres/postgres-server.ts'
import { runStatement } from '@afara/stack/postgres/run-statement.ts'
import type { Child, Part } from '@afara/stack/processes/child-process.ts'
import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { REPOSITORY_ROOT, startMain } from '@afara/stack/processes/node-process.ts'
import { createTemporaryRun } from '@afara/stack/processes/temporary-run.ts'
import { forgetNudges, type RestateServer, startRestate } from '@afara/stack/restate/restate-server.ts'
import { payerEnvironment } from '@afara/stack/services/payer-process.ts'
import { hookUrlsAt, serverEnvironment } from '@afara/stack/services/server-environment.ts'
import type { Seed } from '@afara/stack/services/server-process.ts'
import { signerEnvironment } from '@afara/stack/services/signer-process.ts'
import { type BankSimulator, startBankSimulator } from '@afara/stack/simulators/bank-simulator.ts'
import {
  simulatedAccounts,
  simulatedPayoutAccounts,
} from '@afara/stack/simulators/simulated-bank-accounts.ts'
import { checkOutRelease } from './old-release.ts'

type ProcessName = 'api' | 'worker' | 'reconciler' | 'signer' | 'payer'

export type TwoReleases = Readonly<{
  bank: BankSimulator
  chain: AnvilChain
  seed: Seed
  databaseUrl(role: string): string
  /** The api processes that take requests now, as a proxy before them would know. */
  apiUrls(): readonly string[]
  /** Applies the SQL of this tree, as the named application. */
  migrate(application: string): Promise<void>
  /** Replaces the process of the last release by that of this tree. */
  replace(name: ProcessName): Promise<void>
  stop(): Promise<void>
}>

/** How long two workers, or two apis, run at the same time. */
const TOGETHER_MS = 5_000
const network = simulatedNetworks.polygon

/** Starts a release from its own files, with a bank, a chain and Restate, on a database that its own migrations made. */
export async function raiseLastRelease(commit: string): Promise<TwoReleases> {
  const run = await createTemporaryRun()
  const { directory, onSpawn } = run
  const old = join(directory, 'release')
  checkOutRelease(commit, old)
  const postgres = await startPostgres({ directory: join(directory, 'postgres'), durable: true, onSpawn })
  const databaseUrl = (role: string) => postgres.url(role, 'afara')
  await runStatement(postgres.url('postgres', 'postgres'), 'create database afara')
  const engine = await startRestate({ directory: join(directory, 'restate'), onSpawn })
  const chain = await startAnvil({ chainId: network.chainId, directory, blockTimeSeconds: 1, onSpawn })
  const ports = {
    api: await findFreePort(),
    worker: await findFreePort(),
    signer: await findFreePort(),
    payer: await findFreePort(),
  }
  const bank = await startBankSimulator({
    directory: join(directory, 'bank'),
    onSpawn,
    accounts: simulatedAccounts(),
    payoutAccounts: simulatedPayoutAccounts(`http://127.0.0.1:${ports.api}`),
    hookUrls: hookUrlsAt(`http://127.0.0.1:${ports.api}`),
  })
  const token = 'a-token-of-a-proof-0123456789abcdef'
  const tokens = { worker: `w-${token}`, api: `a-${token}` }
  const usual = serverEnvironment({
    databaseUrl,
    restateIngressUrl: engine.ingressUrl,
    apiPort: ports.api,
    otcPort: await findFreePort(),
    managementPort: await findFreePort(),
    workerPort: ports.worker,
    reconcilerPort: await findFreePort(),
    keyPeppers: `1:${'0f'.repeat(32)}`,
    sealHeadFile: join(directory, 'seal-head'),
    bankUrl: bank.url,
    chainUrls: { [network.name]: chain.url },
    signer: { url: `http://127.0.0.1:${ports.signer}`, token },
    payer: { url: `http://127.0.0.1:${ports.payer}`, tokens },
  })
  const signer = signerEnvironment({
    directory: join(directory, 'signer'),
    port: ports.signer,
    token,
    databaseUrl: databaseUrl('afara_signer'),
  })
  const payer = payerEnvironment({
    directory: join(directory, 'payer'),
    port: ports.payer,
    tokens,
    databaseUrl: databaseUrl('afara_payer'),
    bankUrl: bank.url,
  })

  const admin = async (
    root: string,
    args: readonly string[],
    change: Readonly<Record<string, string>> = {},
  ) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(root, 'server/src/main-admin.ts'), ...args],
      {
        cwd: root,
        env: { PATH: process.env['PATH'], ...usual, ...change },
      },
    )
    return stdout.trimEnd()
  }
  const start = async (
    root: string,
    name: ProcessName,
    port: number,
    environment: Readonly<Record<string, string>>,
  ) =>
    startMain({
      name,
      main: join(
        root,
        /signer|payer/.test(name) ? `vault/src/main-${name}.ts` : `server/src/main-${name}.ts`,
      ),
      port,
      environment: { PATH: process.env['PATH'], ...environment },
      logFile: join(directory, `${name}.log`),
      onSpawn,
    })

  await admin(old, ['migrate'])
  const seeded = await admin(old, ['seed'])
  await fundLanes(databaseUrl('afara_owner'), network, chain.url)
  const running: Record<ProcessName, Child> = {
    signer: await start(old, 'signer', ports.signer, signer),
    payer: await start(old, 'payer', ports.payer, payer),
    worker: await start(old, 'worker', ports.worker, usual),
    reconciler: await start(old, 'reconciler', Number(usual['RECONCILER_PORT']), usual),
    api: await start(old, 'api', ports.api, usual),
  }
  const workerUrl = `http://127.0.0.1:${ports.worker}`
  await engine.registerWorker(workerUrl)
  await forgetNudges(databaseUrl('afara_owner'))
  let apiUrls = [`http://127.0.0.1:${ports.api}`]

  /** The new process starts beside the old one, which stops when nothing needs it. */
  const beside = {
    worker: async () => {
      const port = await findFreePort()
      const next = await start(REPOSITORY_ROOT, 'worker', port, { ...usual, WORKER_PORT: String(port) })
      await engine.registerWorker(`http://127.0.0.1:${port}`)
      await sleep(TOGETHER_MS)
      await untilIdle(engine, workerUrl)
      return next
    },
    api: async () => {
      const [port, otc, management] = [await findFreePort(), await findFreePort(), await findFreePort()]
      const own = { API_PORT: String(port), OTC_PORT: String(otc), API_MANAGEMENT_PORT: String(management) }
      const next = await start(REPOSITORY_ROOT, 'api', port, { ...usual, ...own })
      const url = `http://127.0.0.1:${port}`
      apiUrls = [...apiUrls, url]
      await tellBank(bank, url)
      await sleep(TOGETHER_MS)
      apiUrls = [url]
      // The requests that the old one still has are answered.
      await sleep(1_000)
      return next
    },
  }
  return {
    bank,
    chain,
    seed: JSON.parse(seeded.split('\n').at(-1) ?? '') as Seed,
    databaseUrl,
    apiUrls: () => apiUrls,
    migrate: async (application) => {
      const DATABASE_URL_MIGRATE = `${databaseUrl('postgres')}?application_name=${application}`
      await admin(REPOSITORY_ROOT, ['migrate'], { DATABASE_URL_MIGRATE })
    },
    replace: async (name) => {
      if (name === 'worker' || name === 'api') {
        const next = await beside[name]()
        await running[name].stop()
        running[name] = next
        return
      }
      // There must be only one of these.
      await running[name].stop()
      const [port, environment] =
        name === 'signer'
          ? [ports.signer, signer]
          : name === 'payer'
            ? [ports.payer, payer]
            : [Number(usual['RECONCILER_PORT']), usual]
      running[name] = await start(REPOSITORY_ROOT, name, port, environment)
    },
    stop: async () => {
      const parts: Part[] = [...Object.values(running), engine, postgres, bank, chain]
      for (const part of parts) await part.stop()
      run.remove()
    },
  }
}

/** Waits until Restate has no call that must end at this worker. New calls go to the worker that was registered last. */
async function untilIdle(engine: RestateServer, workerUrl: string): Promise<void> {
  const query = `select count(*) as calls from sys_invocation i join sys_deployment d on d.id = i.pinned_deployment_id
    where d.endpoint like '${workerUrl}%' and i.status != 'completed'`
  for (;;) {
    const answer = await fetch(`${engine.adminUrl}/query`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ query }),
    })
    const { rows } = (await answer.json()) as { rows: ReadonlyArray<{ calls: number }> }
    if (Number(rows[0]?.calls) === 0) return
    await sleep(100)
  }
}

async function tellBank({ adminUrl }: BankSimulator, apiUrl: string): Promise<void> {
  for (const [vendor, url] of Object.entries(hookUrlsAt(apiUrl)))
    await fetch(`${adminUrl}/vendors/${vendor}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url }),
    })
}

/** The account into which customers of the seed's business pay. */
export function accountToPay(): Readonly<{ name: string; accountNumber: string }> {
  const account = seedAccounts.find(({ mode, business }) => mode === 'test' && business !== undefined)
  if (account === undefined) throw new Error('the seed has no account for its business')
  return account
}
