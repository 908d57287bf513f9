import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { seedLanes } from '@afara/server/entry/admin/seed-data.ts'
import { noStandIns, type StandIns } from '../chains/stand-in-wallets.ts'
import { type Child, type OnSpawn, startChild } from '../processes/child-process.ts'
import { acceptsConnections, claimPort } from '../processes/loopback-port.ts'
import { waitUntilReady } from '../processes/wait-until-ready.ts'

type ServerOptions = Readonly<{
  name: 'api' | 'worker'
  /** Where `environment` tells it to listen. */
  port: number
  environment: Readonly<Record<string, string>>
  /** Holds its log. */
  directory: string
  onSpawn?: OnSpawn | undefined
}>

const ROOT = resolve(import.meta.dirname, '../../..')

/** Starts `server/src/main-<name>.ts` and waits until it listens. */
export async function startServer(options: ServerOptions): Promise<Child> {
  const { name, directory, onSpawn } = options
  const port = await claimPort(options.port)
  const main = `server/src/main-${name}.ts`
  const child = await startChild({
    name,
    command: process.execPath,
    args: [main],
    environment: withShell(options.environment),
    directory: ROOT,
    logFile: join(directory, `${name}.log`),
    onSpawn,
  })
  await waitUntilReady(
    child,
    () => acceptsConnections(port),
    `It is ${main}, and was to listen on port ${port}.`,
  )
  return child
}

export type Seed = Readonly<{ testKey: string; businessId: string; linkTag: string }>

/** Fills a migrated database with what one needs to begin. Safe to repeat. */
export async function runSeed(
  environment: Readonly<Record<string, string>>,
  wallets: StandIns = noStandIns,
): Promise<Seed> {
  const lanes = seedLanes.map(
    ({ network, number, address }) => `${network}:${number}:${wallets.spell(address)}`,
  )
  const args = ['server/src/main-admin.ts', 'seed', '--lanes', ...lanes]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: ROOT,
    env: withShell(environment),
    timeout: 120_000,
  })
  // The result is the last line; what comes before is for people.
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Seed
}

function withShell(environment: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: process.env.HOME, ...environment }
}
