import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Block, readBlocks } from '../src/documentation/page-blocks.ts'
import { runShellSession } from '../src/documentation/shell-session.ts'
import { type PostgresServer, startPostgres } from '../src/postgres/postgres-server.ts'
import { runStatement } from '../src/postgres/run-statement.ts'
import { findFreePort } from '../src/processes/loopback-port.ts'
import { createTemporaryRun, type TemporaryRun } from '../src/processes/temporary-run.ts'
import { type RestateServer, startRestate } from '../src/restate/restate-server.ts'
import { payerEnvironment } from '../src/services/payer-process.ts'
import { serverEnvironment } from '../src/services/server-environment.ts'
import { signerEnvironment } from '../src/services/signer-process.ts'

const house = resolve(import.meta.dirname, '../..')
const blocks = globSync('docs/operate/*.md', { cwd: house })
  .sort()
  // Two machines: `npm run prove -- failover` sets them up, and promotes the standby.
  .filter((page) => !page.endsWith('failover.md'))
  .flatMap((page) => readBlocks(readFileSync(join(house, page), 'utf8')))
  // `backup.test.ts` archives a cluster that writes its WAL durably, and restores it.
  .filter(({ heading }) => !['Encrypt backups', 'Archive', 'Drill'].includes(heading))
/** The sections with commands, in the order in which a deployment is set up. */
const course = [
  'Migrations',
  'Roles and passwords',
  'Operators',
  'Businesses and keys',
  'Sign in',
  'Rotate a key',
  'Rotate a pepper',
  'Open an account',
  'Lanes',
  'Payout accounts',
  'Processes',
  'Seal heads',
  'Checks',
]
/** Needs two operators with their own passkeys, who decide. The tests of the runbooks have them. */
const takesPeople = ({ code }: Block) => code.startsWith('npx afara ops')

let run: TemporaryRun
let postgres: PostgresServer
let restate: RestateServer
let environment: Record<string, string>
beforeAll(async () => {
  run = await createTemporaryRun()
  const { directory, onSpawn } = run
  postgres = await startPostgres({ directory: join(directory, 'postgres'), durable: false, onSpawn })
  await runStatement(postgres.url('postgres', 'postgres'), 'create database afara')
  restate = await startRestate({ directory: join(directory, 'restate'), onSpawn })
  environment = await settings(directory)
})
afterAll(async () => {
  await restate?.stop()
  await postgres?.stop()
  run?.remove()
})

test('the order of the deployment names every section of the pages', () => {
  expect(new Set(course)).toEqual(new Set(blocks.map(({ heading }) => heading)))
})

test('the commands of the pages alone turn an empty database into a deployment', async () => {
  const scripts = course.flatMap((heading) =>
    blocks
      .filter((block) => block.heading === heading && !takesPeople(block))
      .map(({ code }) => fillIn(code)),
  )
  const { steps, failure } = await runShellSession(scripts, {
    cwd: house,
    env: { PATH: process.env.PATH ?? '', HOME: run.directory, ...environment },
    deadlineMs: 540_000,
  })
  expect(failure).toBeUndefined()
  const said = steps.map(({ output }) => output).join('\n')
  expect(said).toMatch(/\d+ rows under \d+ seals are unchanged; \d+ exported heads agree/)
  expect(said).toContain(blocks.find(({ heading }) => heading === 'Checks')?.answer?.trim())
})

/** Fills in the values of a deployment: host names, ids and typed answers. */
function fillIn(script: string): string {
  return script
    .replaceAll('http://restate:9070', restate.adminUrl)
    .replaceAll('http://worker:9080', `http://127.0.0.1:${environment.WORKER_PORT}`)
    .replaceAll('/var/lib/afara/seal-heads', environment.SEAL_HEAD_FILE ?? '')
    .replaceAll('/tmp/heads', join(run.directory, 'heads'))
    .replaceAll('0x…', '0x8ba1f109551bD432803012645Ac136ddd64DBA72')
    .replaceAll('vac_…', newest('vac', 'vendor_account'))
    .replaceAll('key_…', newest('key', 'api_key'))
    .replaceAll(
      'psql "$SUPERUSER_URL"',
      `printf 'a-password-of-a-test\\n%.0s' {1..14} | psql "$SUPERUSER_URL"`,
    )
    .replaceAll(/^npm run start:.*$/gm, '$& &')
    .replace(
      /(npm run start:api &)/,
      `$1\nuntil curl -fs ${environment.API_PUBLIC_URL}/health; do sleep 0.3; done`,
    )
}

function newest(prefix: string, table: string): string {
  return `$(psql "$DATABASE_URL_OWNER" -Atc "select '${prefix}_' || replace(id::text, '-', '') from ${table} order by id desc limit 1")`
}

async function settings(directory: string): Promise<Record<string, string>> {
  const databaseUrl = (role: string) => postgres.url(role, 'afara')
  const [signer, payer] = [await findFreePort(), await findFreePort()]
  const token = 'a-token-of-a-test-0123456789abcdef'
  const tokens = { worker: `w-${token}`, api: `a-${token}` }
  return {
    SUPERUSER_URL: databaseUrl('postgres'),
    ...serverEnvironment({
      databaseUrl,
      restateIngressUrl: restate.ingressUrl,
      apiPort: await findFreePort(),
      otcPort: await findFreePort(),
      managementPort: await findFreePort(),
      workerPort: await findFreePort(),
      reconcilerPort: await findFreePort(),
      peoplePort: await findFreePort(),
      keyPeppers: `1:${'0f'.repeat(32)}`,
      sealHeadFile: join(directory, 'seal-head'),
      signer: { url: `http://127.0.0.1:${signer}`, token },
      payer: { url: `http://127.0.0.1:${payer}`, tokens },
    }),
    ...signerEnvironment({
      directory: join(directory, 'signer'),
      port: signer,
      token,
      databaseUrl: databaseUrl('afara_signer'),
    }),
    ...payerEnvironment({
      directory: join(directory, 'payer'),
      port: payer,
      tokens,
      databaseUrl: databaseUrl('afara_payer'),
      bankUrl: 'http://127.0.0.1:9',
    }),
  }
}
