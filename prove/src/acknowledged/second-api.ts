import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { startServer } from '@afara/stack/services/server-process.ts'
import type { LiveStack } from '../live-stack.ts'

export type SecondApi = Readonly<{
  url: string
  /** Kills the process with SIGKILL and restarts it. */
  crash(): Promise<void>
  stop(): Promise<void>
}>

/** Starts another API process on the same database, with its own log. */
export async function startSecondApi({ environment, beside }: LiveStack): Promise<SecondApi> {
  const port = await findFreePort()
  const directory = join(beside.directory, 'second-api')
  mkdirSync(directory)
  const at = {
    name: 'api',
    port,
    directory,
    onSpawn: beside.onSpawn,
    environment: {
      ...environment,
      API_PORT: String(port),
      OTC_PORT: String(await findFreePort()),
      API_MANAGEMENT_PORT: String(await findFreePort()),
    },
  } as const
  let api = await startServer(at)
  return {
    url: `http://127.0.0.1:${port}`,
    crash: async () => {
      await api.kill()
      api = await startServer(at)
    },
    stop: async () => api.stop(),
  }
}
