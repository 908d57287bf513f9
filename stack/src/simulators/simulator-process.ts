import { join, resolve } from 'node:path'
import { type OnSpawn, startChild } from '../processes/child-process.ts'
import { acceptsConnections, claimPort } from '../processes/loopback-port.ts'
import type { Part } from '../processes/part.ts'
import { waitUntilReady } from '../processes/wait-until-ready.ts'

type SimulatorOptions = Readonly<{
  name: 'rates' | 'bank' | 'horizon'
  /** Holds its log. What it simulates lives in memory and ends with the process, unless it keeps a journal. */
  directory: string
  port?: number | undefined
  environment?: Readonly<Record<string, string>>
  onSpawn?: OnSpawn | undefined
}>

export type Simulator = Part & Readonly<{ url: string; processId: number }>

const ROOT = resolve(import.meta.dirname, '../../..')

/** Starts `simulators/src/main-<name>.ts`, a stand-in for vendors that can be told to go wrong. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { name, directory, onSpawn } = options
  const port = await claimPort(options.port)
  const main = `simulators/src/main-${name}.ts`
  const child = await startChild({
    name: `${name} simulator`,
    command: process.execPath,
    args: [main],
    environment: { ...options.environment, [`${name.toUpperCase()}_SIMULATOR_PORT`]: `${port}` },
    directory: ROOT,
    logFile: join(directory, `${name}.log`),
    onSpawn,
  })
  await waitUntilReady(child, () => acceptsConnections(port), `It is ${main}, and wanted port ${port}.`)
  const { processId, logFile, ended, stop, kill } = child
  return { url: `http://127.0.0.1:${port}`, processId, logFile, ended, stop, kill }
}
