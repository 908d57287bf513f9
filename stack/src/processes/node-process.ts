import { join, resolve } from 'node:path'
import { type Child, type OnSpawn, startChild } from './child-process.ts'
import { acceptsConnections, claimPort } from './loopback-port.ts'
import { waitUntilReady } from './wait-until-ready.ts'

/** The folder that holds the workspaces. */
export const REPOSITORY_ROOT = resolve(import.meta.dirname, '../../..')

type MainOptions = Readonly<{
  name: string
  /** From the root of the repository, such as `server/src/main-api.ts`. */
  main: string
  /** The port on which the process listens, as set in `environment`. */
  port: number
  environment: NodeJS.ProcessEnv
  logFile: string
  onSpawn?: OnSpawn | undefined
  /** By default, the process is ready when it accepts connections. */
  isReady?(): Promise<boolean>
}>

/** Starts a program of the repository with the same Node, and waits until it is ready. */
export async function startMain(options: MainOptions): Promise<Child> {
  const { name, main, environment, logFile, onSpawn } = options
  const port = await claimPort(options.port)
  const child = await startChild({
    name,
    command: process.execPath,
    args: [main],
    environment: { ...compileCache(), ...environment },
    directory: REPOSITORY_ROOT,
    logFile,
    onSpawn,
  })
  const isReady = options.isReady ?? (async () => acceptsConnections(port))
  await waitUntilReady(child, isReady, `It is ${main} and should listen on port ${port}.`)
  return child
}

/** Node keeps compiled modules here, which halves the start of a process. V8 counts less exactly in what comes from there. */
function compileCache(): NodeJS.ProcessEnv {
  if (process.env['NODE_V8_COVERAGE'] !== undefined) return {}
  return { NODE_COMPILE_CACHE: join(REPOSITORY_ROOT, '.stack/compiled') }
}

/** Kills a process as a crash would. While coverage is measured, stops it instead, because a killed process writes no counts. */
export async function crash(child: Pick<Child, 'kill' | 'stop'>): Promise<void> {
  await (process.env['NODE_V8_COVERAGE'] === undefined ? child.kill() : child.stop())
}
