import { join } from 'node:path'
import type { OnSpawn, Part } from '../processes/child-process.ts'
import { claimPort } from '../processes/loopback-port.ts'
import { startMain } from '../processes/node-process.ts'

type SimulatorOptions = Readonly<{
  name: 'rates' | 'bank' | 'horizon'
  /** Holds its log. Its state is in memory and ends with the process, unless it has a journal. */
  directory: string
  port?: number | undefined
  environment?: Readonly<Record<string, string>>
  onSpawn?: OnSpawn | undefined
}>

export type Simulator = Part & Readonly<{ url: string; processId: number }>

/** Starts `simulators/src/main-<name>.ts`, which simulates vendors with configurable faults. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { name, directory, onSpawn } = options
  const port = await claimPort(options.port)
  const child = await startMain({
    name: `${name} simulator`,
    main: `simulators/src/main-${name}.ts`,
    port,
    environment: { ...options.environment, [`${name.toUpperCase()}_SIMULATOR_PORT`]: `${port}` },
    logFile: join(directory, `${name}.log`),
    onSpawn,
  })
  const { processId, logFile, ended, stop, kill } = child
  return { url: `http://127.0.0.1:${port}`, processId, logFile, ended, stop, kill }
}
