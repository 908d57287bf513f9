import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { createTemporaryRun } from '@afara/stack/processes/temporary-run.ts'
import { REQUEST_PUBLIC_KEY, startRestate } from '@afara/stack/restate/restate-server.ts'
import { pino } from 'pino'
import { serveObjects } from '../../src/entry/workflows/durable-objects.ts'

/** Starts a real Restate with the given objects, for one test file. The objects serve only requests that it signed. */
export async function startEngine(objects: Parameters<typeof serveObjects>[0]) {
  const run = await createTemporaryRun()
  const restate = await startRestate({ directory: run.directory, onSpawn: run.onSpawn })
  const port = await findFreePort()
  const served = await serveObjects(objects, {
    host: '127.0.0.1',
    port,
    engineKeys: [REQUEST_PUBLIC_KEY],
    logger: pino({ level: 'silent' }),
  })
  await restate.registerWorker(`http://127.0.0.1:${port}`)

  return {
    ingressUrl: restate.ingressUrl,
    workerUrl: `http://127.0.0.1:${port}`,
    /** Queries Restate's own tables, such as sys_invocation. */
    query: async (sql: string): Promise<Array<Record<string, unknown>>> => {
      const response = await fetch(`${restate.adminUrl}/query`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ query: sql }),
      })
      const answer = (await response.json()) as { rows?: Array<Record<string, unknown>> }
      if (answer.rows === undefined)
        throw new Error(`the engine did not answer ${sql}: ${JSON.stringify(answer)}`)
      return answer.rows
    },
    stop: async () => {
      await restate.stop()
      await served.stop()
      run.remove()
    },
  }
}
