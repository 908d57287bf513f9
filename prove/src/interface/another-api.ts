import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { startServer } from '@afara/stack/services/server-process.ts'
import type { LiveStack } from '../live-stack.ts'
import { type Caller, createCaller } from './caller.ts'

/** Starts a second API process on the same database. */
export async function startAnotherApi(stack: LiveStack): Promise<Caller & { stop(): Promise<void> }> {
  const port = await findFreePort()
  const directory = join(stack.beside.directory, `api-${port}`)
  mkdirSync(directory)
  const child = await startServer({
    name: 'api',
    port,
    directory,
    onSpawn: stack.beside.onSpawn,
    environment: {
      ...stack.environment,
      API_PORT: String(port),
      OTC_PORT: String(await findFreePort()),
      API_MANAGEMENT_PORT: String(await findFreePort()),
    },
  })
  const caller = createCaller(`http://127.0.0.1:${port}`, () => {})
  return {
    ...caller,
    stop: async () => {
      caller.close()
      await child.stop()
    },
  }
}
