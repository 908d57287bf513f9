import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { mayHold } from '@afara/server/config/live-rules.ts'
import { seedLanes } from '@afara/server/entry/admin/seed-data.ts'
import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import { enrolSoftwarePasskeys } from '../authenticator/software-signing.ts'
import { noStandIns, type StandIns } from '../chains/stand-in-wallets.ts'
import type { Child, OnSpawn } from '../processes/child-process.ts'
import { REPOSITORY_ROOT, startMain } from '../processes/node-process.ts'

type ServerOptions = Readonly<{
  name: 'api' | 'worker' | 'people' | 'reconciler'
  /** The port on which the process listens, as set in `environment`. */
  port: number
  environment: Readonly<Record<string, string>>
  /** Holds its log. */
  directory: string
  onSpawn?: OnSpawn | undefined
}>

/** Starts `server/src/main-<name>.ts` without the secrets of other processes, and waits until it listens. */
export async function startServer(options: ServerOptions): Promise<Child> {
  const { name, port, directory, onSpawn } = options
  return startMain({
    name,
    main: `server/src/main-${name}.ts`,
    port,
    environment: withShell(ownEnvironment(name, options.environment)),
    logFile: join(directory, `${name}.log`),
    onSpawn,
  })
}

function ownEnvironment(
  name: ServerOptions['name'],
  environment: ServerOptions['environment'],
): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter(([setting]) => mayHold(name, setting)))
}

export type Seed = Readonly<{ testKey: string; businessId: string; linkTag: string }>

/**
 * Seeds a migrated database with initial data. Safe to repeat. With `keyFile`, the test key stays the same. With `lanesOn`, only these
 * networks have lanes.
 */
export async function runSeed(
  environment: Readonly<Record<string, string>>,
  wallets: StandIns = noStandIns,
  { keyFile, lanesOn }: Readonly<{ keyFile?: string; lanesOn?: readonly string[] | undefined }> = {},
): Promise<Seed> {
  const lanes = seedLanes
    .filter(({ network }) => lanesOn === undefined || lanesOn.includes(network))
    .map(({ network, number, address }) => `${network}:${number}:${wallets.spell(address)}`)
  const kept = keyFile === undefined ? [] : ['--key-file', keyFile]
  const args = ['server/src/main-admin.ts', 'seed', ...kept, '--lanes', ...lanes]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: REPOSITORY_ROOT,
    env: withShell(environment),
    timeout: 120_000,
  })
  await enrolOperators(environment.DATABASE_URL_OWNER ?? '')
  // The last line is the result. The lines before it are for users.
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Seed
}

async function enrolOperators(ownerUrl: string): Promise<void> {
  const pool = createPool(ownerUrl, { max: 1, applicationName: 'afara-stack' })
  try {
    await enrolSoftwarePasskeys(pool)
  } finally {
    await pool.end()
  }
}

function withShell(environment: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: process.env.HOME, ...environment }
}
